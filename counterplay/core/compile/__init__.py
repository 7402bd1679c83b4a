"""From plain Python rules to native code: typing, kernels, the cache on disk, CUDA."""
