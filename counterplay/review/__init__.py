"""Reviews of games with dice: what each decision lost, compared with the best of the same roll."""
