"""The compiled part of solving by enumeration."""
