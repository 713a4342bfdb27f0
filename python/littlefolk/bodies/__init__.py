"""Bodies in the world: what the player and the residents share, and the motor that moves them."""
