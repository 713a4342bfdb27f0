"""Evaluating Python in the running game, on threads of its own, beside the frames and beside the turns."""
