"""`make export`: the game as a folder that needs neither Python nor this project, and `make export-test`, which tries it out."""
