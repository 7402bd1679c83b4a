"""Compiled passes over the hands of two ranges."""
