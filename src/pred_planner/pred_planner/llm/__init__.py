"""Asking a language model behind any OpenAI-compatible endpoint: limits, budget, cache, record and replay."""
