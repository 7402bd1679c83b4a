"""The Universal Chess Interface (Kahlen and Meyer-Kahlen 2006), from either end."""
