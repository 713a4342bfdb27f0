"""The block world without an engine: cells, kinds, chunks, edits, terrain, streaming, saving."""
