"""Words by themselves: inflection, tags, noun phrases."""
