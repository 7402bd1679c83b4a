"""Blueprints of hold'em: hands in buckets, and regret minimisation over bets and buckets."""
