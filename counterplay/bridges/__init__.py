"""Bridges to PettingZoo and OpenSpiel: our games in their libraries, and OpenSpiel's games here."""
