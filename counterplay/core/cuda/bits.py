"""The CUDA forms of `counterplay.core.bits`: importing this module registers them.

Afterwards `bits.popcount(x)` and the rest work inside a `@cuda.jit` kernel. In the CUDA simulator
kernels are plain Python: there the registration changes nothing and the plain forms run.
"""

from importlib import import_module

from counterplay.core import bits

# By name, because Numba still ships an older numba.cuda without `overload`: it must not stand in
# for numba-cuda here, nor be what mypy sees.
try:
    import_module("numba_cuda")
    extending = import_module("numba.cuda.extending")
except ImportError as error:
    raise ImportError("the CUDA forms need numba-cuda: pip install 'counterplay[cuda]'") from error

bits.register(extending.overload, extending.intrinsic)
