"""The stage: nodes that wire a running game to scenes. Only modules in here import the engine."""
