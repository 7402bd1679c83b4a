"""The calibration of ProbCut: measured, stored and looked up."""
