"""Courses: a quiz about search trees, and checks of the exercises of the notebooks."""
