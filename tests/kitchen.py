"""The kitchen that sentences are read in."""

from __future__ import annotations

KITCHEN = frozenset(
    [
        "Apple",
        "Bowl",
        "Bread",
        "ButterKnife",
        "Cabinet",
        "CoffeeMachine",
        "CounterTop",
        "Cup",
        "DiningTable",
        "DishSponge",
        "Drawer",
        "Egg",
        "Faucet",
        "Fork",
        "Fridge",
        "GarbageCan",
        "HousePlant",
        "Knife",
        "Lettuce",
        "Microwave",
        "Mug",
        "Pan",
        "Plate",
        "Pot",
        "Potato",
        "SinkBasin",
        "SoapBottle",
        "Spatula",
        "Spoon",
        "StoveBurner",
        "StoveKnob",
        "Toaster",
        "Tomato",
    ]
)
