"""Plans as bare rows of text, as prompts show them and models answer, and PRED's revisions of them."""
