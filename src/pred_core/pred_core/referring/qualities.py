"""Names of what is observed of an object beside its class, as attributes of the object memory."""

COLOUR = "colour:"
"""What the name of an attribute begins with that says that an object shows a colour: ``colour:green``."""
