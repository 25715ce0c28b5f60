"""The planner's parameters, and what is made of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pred_core.home import Home, HomeError, home_of
from pred_core.people import KnownPerson, PersonError, known_people
from pred_core.ros.parameters import (
    ParameterError,
    check_domain,
    domain_parameter,
    parameter,
    robot_parameter,
)
from pred_language.meaning.encoder import embed
from pred_planner.dialects.forms import FORMS, GRADES, PRED
from pred_planner.llm.budget import BudgetLimits
from pred_planner.llm.client import ModelSettings
from pred_planner.llm.endpoint import Endpoint, Headers, ServerError, fields_of
from pred_planner.memory.store import NO_MEMORY, Store, default_path
from pred_planner.model.skill_words import SCORES
from pred_planner.plan.spoiling import Spoiling, SpoilingError
from pred_planner.rules.regrounding import OURS, REPLACEMENTS

REASONERS = ("rules", "llm", "replay")


@dataclass(frozen=True)
class Parameters:
    """Parameters of the planner. The key of a model's server comes from the environment: OPENAI_API_KEY."""

    domain: str = domain_parameter()
    robot: str = robot_parameter()
    reasoner: str = parameter("rules", "Who makes and changes plans.", choices=REASONERS)
    dialect: str = parameter(PRED, "In which dialect a model is asked to write plans.", choices=tuple(FORMS))
    llm_base_url: str = parameter("", "OpenAI-compatible endpoint, '' = OpenAI's own.")
    llm_model: str = parameter("gpt-4o-mini", "Name of the model at that endpoint.")
    llm_timeout: float = parameter(14.0, "Seconds to wait for one answer.", low=0.1, high=600.0)
    llm_patience: float = parameter(
        14.5, "Seconds one task may lose to attempts without an answer; then rules.", low=0.1, high=3600.0
    )
    llm_errors: int = parameter(2, "Errors of the server after which a task goes by rules.", low=1, high=100)
    llm_answer_tokens: int = parameter(
        1500, "Longest answer in tokens, with what a model thinks before it.", low=16, high=1_000_000
    )
    llm_temperature: float = parameter(
        0.0, "Temperature of answers, 0 = the likeliest, -1 = the server's own.", low=-1.0, high=2.0
    )
    llm_extra_headers: str = parameter(
        "",
        "Further headers of requests as a JSON object; $NAME in a value is that variable of the environment, where "
        "keys belong.",
    )
    llm_extra_body: str = parameter(
        "",
        "Further fields of requests as a JSON object, such as reasoning_effort; they win, null leaves one out.",
    )
    llm_questions: str = parameter(
        "one",
        "How a first plan is asked for: what is wanted and the plan in one question, or PRED's context and plan in "
        "two, which the dialects of other papers always are.",
        choices=("one", "two"),
    )
    llm_max_calls: int = parameter(60, "Calls one task may make.", low=0, high=10_000)
    llm_max_tokens: int = parameter(200_000, "Tokens one task may use.", low=0, high=100_000_000)
    llm_prompt_price: float = parameter(
        0.0, "Price of a million prompt tokens, for the report.", low=0.0, high=1e6
    )
    llm_answer_price: float = parameter(
        0.0, "Price of a million answer tokens, for the report.", low=0.0, high=1e6
    )
    llm_picture_accuracy: float = parameter(
        0.8,
        "Share of pictures of which the model says what is so: the weight of what it sees (executive: vision).",
        low=0.5,
        high=0.99,
    )
    llm_record: str = parameter("", "File the calls are appended to as JSON lines, '' = none.")
    replay: str = parameter("", "With reasoner replay: the file of recorded calls.")
    llm_examples: int = parameter(3, "Plans of other tasks shown to a model, the nearest.", low=0, high=20)
    memory: str = parameter(
        "",
        "File of remembered words and programs, '' = memory.sqlite in XDG's state directory, none = no memory.",
    )
    strictness: str = parameter(
        "ask",
        "ask and refuse take the name of a type for that type where one is there; warn, for benchmarks of recorded "
        "people, takes words as such people mean them.",
        choices=("ask", "warn", "refuse"),
    )
    person: str = parameter("", "Whose routines count besides everybody's, and who gets new ones.")
    people: str = parameter(
        "", "People known by name, with where they are in map: 'Anna=1.5,-0.2; Paul=0,2' (m), '' = nobody."
    )
    home: str = parameter(
        "", "Name of the home whose things are remembered over launches (./pred home), '' = none."
    )
    replacement: str = parameter(
        OURS,
        "What stands in for a class that was not found: another meaning or a like thing of the same use (ours), or "
        "whatever was seen that is most like it (flare).",
        choices=REPLACEMENTS,
    )
    recovery_few_shot: bool = parameter(True, "Show a model demonstrations when it is asked how to recover.")
    cape_grade: str = parameter(
        "few_shot",
        "What CAPE tells a model of an error: nothing, the step, its cause, and examples.",
        choices=GRADES,
    )
    cape_score: str = parameter(
        "sg",
        "How CAPE scores skills against words: sw (weighted sum) or sg (geometric mean).",
        choices=tuple(SCORES),
    )
    cape_search: bool = parameter(
        True,
        "Whether the action model's search answers where a model corrects nothing by CAPE; false for measuring what "
        "the model's own corrections are worth.",
    )
    plan_faults: str = parameter(
        "",
        "For measuring recovery: spoil plans by missing,forgotten,doubled,wrong,misnamed steps; '' = never.",
    )
    plan_faults_seed: int = parameter(
        0, "What draws the faults of plans; may be set between tasks.", low=0, high=2**31 - 1, live=True
    )
    plan_faults_share: float = parameter(
        1.0, "In which share of the tasks the plan is spoiled.", low=0.0, high=1.0
    )

    def check(self) -> None:
        """Refuse a domain that cannot be read, an endpoint that is none, and faults that there are none of.

        :raises ParameterError: naming which parameter, and why
        """
        check_domain(self.domain, self.robot)
        settings_of(self)
        spoiling_of(self)
        home_kept(self)
        people_given(self)


def settings_of(given: Parameters) -> ModelSettings:
    """Return where the model is and how it is asked.

    :raises ParameterError: for what cannot be used
    """
    name = "llm_base_url"
    try:
        Endpoint.of(given.llm_base_url or None)
        name = "llm_extra_headers"
        headers = Headers.of(given.llm_extra_headers)
        name = "llm_extra_body"
        extra = fields_of(given.llm_extra_body)
    except ServerError as error:
        raise ParameterError(f"parameter {name}: {error}") from error
    return ModelSettings(
        model=given.llm_model,
        base_url=given.llm_base_url or None,
        timeout=given.llm_timeout,
        patience=given.llm_patience,
        errors=given.llm_errors,
        answer_tokens=given.llm_answer_tokens,
        temperature=given.llm_temperature if given.llm_temperature >= 0 else None,
        extra_headers=headers,
        extra_body=extra,
        limits=BudgetLimits(
            given.llm_max_calls, given.llm_max_tokens, given.llm_prompt_price, given.llm_answer_price
        ),
    )


def store_of(given: Parameters) -> Store | None:
    """Return the memory that the parameters name, None for none."""
    if given.memory == NO_MEMORY:
        return None
    return Store(Path(given.memory).expanduser() if given.memory else default_path(), embed)


def home_kept(given: Parameters) -> Home | None:
    """Return the home that is remembered, None for none.

    :raises ParameterError: when its name cannot be one
    """
    try:
        return home_of(given.home) if given.home else None
    except HomeError as error:
        raise ParameterError(f"parameter home: {error}") from error


def people_given(given: Parameters) -> tuple[KnownPerson, ...]:
    """Return the people that the parameters name.

    :raises ParameterError: when their names or places cannot be read
    """
    try:
        return known_people(given.people)
    except PersonError as error:
        raise ParameterError(f"parameter people: {error}") from error


def spoiling_of(given: Parameters) -> Spoiling | None:
    """Return how plans are spoiled to measure recovery, None for not.

    :raises ParameterError: when it cannot be
    """
    try:
        return Spoiling.parse(given.plan_faults, given.plan_faults_seed, given.plan_faults_share)
    except SpoilingError as error:
        raise ParameterError(f"parameter plan_faults: {error}") from error
