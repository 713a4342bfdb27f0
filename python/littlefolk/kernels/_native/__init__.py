"""The compiled modules, made from ``cython/`` by ``cython/build.py``. Use `littlefolk.kernels`, which checks what they assume."""
