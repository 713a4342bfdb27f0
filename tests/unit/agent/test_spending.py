"""What models cost: counted from usage, kept over games, bounded by a day's limit."""

import json
import threading

import pytest
from littlefolk.agent.providers.base import Finished, Text, Used
from littlefolk.agent.providers.pricing import FREE, Price, price_of
from littlefolk.agent.providers.settings import OPENAI_URL, Settings
from littlefolk.agent.spending import Spending
from littlefolk.present.records import TurnStatus, Usage
from littlefolk.present.turn_text import turn_spent
from played import Played

DEAR = Price(10.0, 100.0)
USAGE = Usage(1_000, 1_000)  # 11 cents


class Dear(Played):
    """A provider whose tokens cost money."""

    name, price, model = "dear", DEAR, "gold"


def told(text):
    return [Text(text), Used(USAGE), Finished("r")]


@pytest.mark.parametrize(
    ("url", "model", "price"),
    [
        ("http://localhost:11434/v1", "qwen3", FREE),
        ("http://127.0.0.1:8080/v1", "gpt-5", FREE),
        ("http://192.168.1.7/v1", "x", FREE),
        ("http://gateway:4000/v1", "x", FREE),
        (OPENAI_URL, "gpt-5-mini", Price(0.25, 2.0)),
        (OPENAI_URL, "gpt-5-mini-2026-01-31", Price(0.25, 2.0)),
        (OPENAI_URL, "gpt-99", None),
        ("https://models.example.com/v1", "gpt-5-mini", None),
        ("http://8.8.8.8/v1", "x", None),
    ],
)
def test_what_a_model_costs(url, model, price):
    assert price_of(Settings(base_url=url), model) == price
    assert price_of(Settings(base_url=url, price=(1.0, 2.0)), model) == Price(1.0, 2.0)


def test_a_turn_counts_what_it_costs_and_is_refused_at_the_limit(stage):
    agent = stage.agent()
    agent.spending = Spending(limit=0.2)
    agent.use(Dear(told("one"), told("two"), told("three")))
    first, second, third = (stage.ask(agent) for _ in range(3))
    assert [turn.status for turn in (first, second, third)] == [TurnStatus.DONE, TurnStatus.DONE, TurnStatus.FAILED]
    assert first.usage.dollars == pytest.approx(0.11)
    assert third.reason == "today's models cost $0.22, and a day may cost $0.20: raise `dollars_a_day` in providers.toml"
    assert third.text == ""
    assert agent.spent == pytest.approx(0.22)
    agent.use(Played(told("free")))
    assert stage.ask(agent).text == "free", "what costs nothing goes on"
    agent.spending._day = lambda: "tomorrow"
    agent.use(Dear(told("a new day")))
    assert stage.ask(agent).text == "a new day"


def test_under_a_limit_nothing_unpriced_is_asked(stage):
    agent = stage.agent()
    agent.spending = Spending(limit=5.0)
    unknown = Dear(told("one"))
    unknown.price = None
    agent.use(unknown)
    turn = stage.ask(agent)
    assert turn.status is TurnStatus.FAILED
    assert "nobody said what gold costs" in turn.reason
    agent.spending = Spending()
    assert stage.ask(agent).text == "one", "without a limit it is"


def test_the_card_says_what_is_used_up_and_of_how_much(stage):
    agent = stage.agent()
    agent.use(Dear(told("one")))
    turn = stage.ask(agent)
    assert turn_spent(turn, turn.finished) == "0/40 calls · 0/300 s · 1,000/32,000 tokens · $0.1100"


def test_it_is_kept_and_two_games_count_together(tmp_path):
    path = tmp_path / "home/spending.json"
    first, second = Spending(path, day=lambda: "monday"), Spending(path, day=lambda: "monday")
    threads = [threading.Thread(target=lambda game=game: [game.spend("Moss", DEAR, USAGE) for _ in range(50)]) for game in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    first.close()
    second.close()
    assert json.loads(path.read_text())["dollars"] == pytest.approx(100 * 0.11)
    assert Spending(path, day=lambda: "monday").dollars == pytest.approx(11.0)
    assert Spending(path, day=lambda: "tuesday").dollars == 0


@pytest.mark.parametrize("text", ["", "{", "[]", '{"day": "monday"}', '{"day": "monday", "dollars": "much"}'])
def test_a_damaged_file_costs_only_the_count(tmp_path, text):
    path = tmp_path / "spending.json"
    path.write_text(text)
    spending = Spending(path, day=lambda: "monday")
    assert spending.dollars == 0
    spending.spend("Moss", DEAR, USAGE)
    spending.close()
    assert Spending(path, day=lambda: "monday").dollars == pytest.approx(0.11)


def test_what_an_agent_cost_goes_with_its_name_and_the_days_sum_stays(tmp_path):
    spending = Spending(tmp_path / "spending.json", 10.0)
    cost = spending.spend("Moss", DEAR, USAGE)
    spending.rename("Moss", "Alder")
    assert (spending.of("Moss"), spending.of("Alder")) == (0.0, cost)
    spending.forget("Alder")
    assert (spending.of("Alder"), spending.dollars) == (0.0, cost)
    spending.close()
