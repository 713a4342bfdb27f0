"""Agents: the turn that runs beside the frames, its providers and its journal."""
