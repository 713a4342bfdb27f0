"""Models to draw: what the screen shows, as plain data, without an engine."""
