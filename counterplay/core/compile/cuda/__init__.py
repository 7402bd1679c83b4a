"""Kernels on a GPU. This is the only folder that imports numba.cuda."""

from importlib import import_module


def is_available() -> bool:
    """Whether kernels can run here, on a GPU or in the CUDA simulator."""
    return why_not() is None


def why_not() -> str | None:
    """Why no kernel can run here, in one sentence; None if kernels can run."""
    try:
        cuda = import_module("counterplay.core.compile.cuda.target").cuda
    except ImportError as error:
        return str(error)
    if cuda.is_available():
        return None
    reason = " ".join(str(cuda.cuda_error() or "the compiler of CUDA is not installed").split())
    return f"there is no GPU that can be used: {reason}"
