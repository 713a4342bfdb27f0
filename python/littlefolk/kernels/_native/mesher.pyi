import numpy as np

class Tables:
    kinds: int
    def __init__(self, surface: np.ndarray, tiles: np.ndarray, emission: np.ndarray, crossed: np.ndarray) -> None: ...

def mesh(cells: np.ndarray, tables: Tables, ao: bool, merge: bool, light: np.ndarray | int) -> list[tuple]: ...
