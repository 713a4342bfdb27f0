"""Small animals around the player, for nothing but life: they are nobody, do nothing to the world, and are never saved."""

from littlefolk.critters.population import Population, Watcher
from littlefolk.critters.species import MOST, Species

__all__ = ["MOST", "Population", "Species", "Watcher"]
