"""What is shown: chunk pictures, figures, panels and the painted tiles they wear."""
