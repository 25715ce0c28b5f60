"""What people mean by their words, learned from recorded tasks, and how well sentences are understood."""
