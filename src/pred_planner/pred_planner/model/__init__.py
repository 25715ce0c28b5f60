"""The reasoner that asks a language model, and what is asked, heard and believed."""
