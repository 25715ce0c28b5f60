"""The types that travel with the player are the household's."""

import json

from sim_bridge_thor.player_types import player_types
from thor_player.types import DATA


def test_the_players_types_are_those_of_the_household() -> None:
    """After a change of the household: python -m sim_bridge_thor.player_types."""
    assert json.loads(DATA.read_text(encoding="utf-8")) == json.loads(json.dumps(player_types()))
