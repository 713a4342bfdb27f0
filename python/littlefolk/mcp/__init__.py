"""Bodies for clients of the Model Context Protocol: a running game serves them at a socket in its world's folder."""
