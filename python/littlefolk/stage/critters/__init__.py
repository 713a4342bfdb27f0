"""The critters of a game as they are drawn: one MultiMesh a species."""
