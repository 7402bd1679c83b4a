"""Go: the rules, the chains of stones, and the notation."""
