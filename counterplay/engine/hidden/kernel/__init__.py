"""Parts of kernels that search games with hidden information."""
