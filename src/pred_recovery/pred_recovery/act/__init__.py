"""Going to an object, acting on it once, measuring the effect; moving things out of the way."""
