"""The models of the roster, the chat and the completion of the prompt line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.panels.chat import LINES, ChatLog, Message, message_of, next_of
from littlefolk.panels.completion import MOST, Completion, Option, options_for, word_at
from littlefolk.panels.roster import SIGNS, entries_of, status_of
from littlefolk.policy import AskPolicy, Capability
from littlefolk.present.records import Turn, TurnStatus
from littlefolk.residents import FIGURES, Resident, Utterance
from littlefolk.verbs.company import GRANTABLE

HERE, FAR = (0.0, 0.0, 0.0), (100.0, 0.0, 0.0)
NAMES = ("Moss", "Old Oak", "Old", "Marmalade")


def turn(status, reason=""):
    return Turn("t", "Moss", "hello", "player", status=status, reason=reason)


class Mind:
    """What the roster looks at of an agent."""

    def __init__(self, turn=None, busy=False):
        self.turn, self.busy, self.spent = turn, busy, 0.0
        self.provider = type("P", (), {"name": "offline"})()


def resident(name="Moss", **more):
    figure = FIGURES["gnome"]
    return Resident(name, "gnome", figure.body(name, (3.5, 64.0, -2.5)), **more)


class TestRoster:
    def test_a_row_says_who_they_are_and_what_they_are_at(self):
        (entry,) = entries_of([resident()], {"Moss": Mind(turn(TurnStatus.WORKING), busy=True)})
        assert (entry.name, entry.place) == ("Moss", "3, 64, -3")
        assert entry.summary == "gnome · offline · ◐ working"

    def test_a_provider_of_its_own_is_told(self):
        (entry,) = entries_of([resident(provider="chat")], {"Moss": Mind()})
        assert entry.provider == "chat"

    @pytest.mark.parametrize(
        ("status", "busy", "mood", "expected"),
        [
            (None, False, "", "idle"),
            (None, False, "nap", "napping"),
            (None, True, "", "queued"),
            (TurnStatus.DONE, True, "", "queued"),
            (TurnStatus.DONE, False, "", "idle"),
            (TurnStatus.DONE, False, "nap", "napping"),
            (TurnStatus.THINKING, True, "", "thinking"),
            (TurnStatus.WORKING, True, "", "working"),
            (TurnStatus.WAITING, True, "", "waiting"),
            (TurnStatus.FAILED, False, "nap", "failed"),
            (TurnStatus.CANCELLED, False, "", "stopped"),
        ],
    )
    def test_every_state_has_a_word_and_a_sign(self, status, busy, mood, expected):
        latest = None if status is None else turn(status)
        assert status_of(latest, busy=busy, mood=mood)[0] == expected
        assert len(SIGNS[expected]) == 1

    def test_the_reason_of_a_failure_is_told(self):
        assert status_of(turn(TurnStatus.FAILED, "no such model"), busy=False, mood="") == ("failed", "no such model")

    def test_each_switch_names_the_call_that_turns_it_over(self):
        moss = resident(muted=True, asks=AskPolicy())
        (entry,) = entries_of([moss], {"Moss": Mind()})
        switches = {switch.name: switch for switch in entry.switches}
        assert set(switches) == {"muted", "listens", *GRANTABLE}
        assert (switches["muted"].on, switches["muted"].command, dict(switches["muted"].arguments)) == (
            True,
            "mute",
            {"who": "Moss", "on": False},
        )
        assert (switches["build"].on, switches["build"].command) == (True, "revoke")
        assert (switches["shell"].on, switches["shell"].command, switches["shell"].risky) == (False, "grant", True)
        moss.grants = moss.grants.without([Capability.BUILD])
        (entry,) = entries_of([moss], {"Moss": Mind()})
        assert {switch.name: switch.command for switch in entry.switches}["build"] == "grant"


def said(text, speaker="Moss", position=HERE, to=""):
    return Utterance(speaker, text, "#ffffff", position, 0.0, to)


class TestChat:
    def test_it_holds_what_reached_the_player(self):
        log, chat = [], ChatLog("player")
        for utterance in (
            said("near"),
            said("far", position=FAR),
            said("mine", "player"),
            said("secret", to="Fern"),
            said("for you", to="player", position=FAR),
            said("to Moss", "player", to="Moss"),
        ):
            log.append(utterance)
            chat.hear(log, len(log), HERE)
        assert [(line.head, line.text) for line in chat.lines] == [
            ("Moss", "near"),
            ("you", "mine"),
            ("Moss → you", "for you"),
            ("you → Moss", "to Moss"),
        ]
        assert chat.unread == 2
        chat.hear(log, len(log), FAR)
        assert len(chat.lines) == 4, "walking away unsays nothing"
        chat.read()
        assert chat.unread == 0

    def test_it_is_bounded_also_where_the_log_let_go_of_some(self):
        chat = ChatLog("player")
        log = [said(str(number)) for number in range(3)]
        chat.hear(log, 50, HERE)
        assert [line.text for line in chat.lines] == ["0", "1", "2"]
        for number in range(2 * LINES):
            log.append(said(f"n{number}"))
            chat.hear(log[-3:], 51 + number, HERE)
        assert len(chat.lines) == LINES
        assert chat.lines[-1].text == f"n{2 * LINES - 1}"

    def test_what_is_said_cannot_steer_the_screen(self):
        chat = ChatLog("player")
        chat.hear([said("a\x1b[31m\nb", speaker="M\nx")], 1, HERE)
        (line,) = chat.lines
        assert "\x1b" not in line.text
        assert "\n" not in line.text + line.speaker

    @pytest.mark.parametrize(
        ("text", "to", "expected"),
        [
            ("hello", "", Message("", "hello")),
            ("  hello  ", "Moss", Message("Moss", "hello")),
            ("@moss come here", "", Message("Moss", "come here")),
            ("@Old Oak: come", "Moss", Message("Old Oak", "come")),
            ("@old come", "", Message("Old", "come")),
            ("@Mossy come", "", Message("", "@Mossy come")),
            ("@Moss", "", None),
            ("   ", "Moss", None),
        ],
    )
    def test_a_line_is_for_everybody_or_for_one_alone(self, text, to, expected):
        assert message_of(text, NAMES, to) == expected

    def test_whom_lines_are_for_goes_round(self):
        assert [next_of(["Moss", "Fern"], to) for to in ("", "Moss", "Fern", "gone")] == ["Moss", "Fern", "", "Moss"]
        assert next_of(["Moss", "Fern"], "", -1) == "Fern"
        assert next_of([], "Moss") == ""


HANDLES = (Option("#AAAB", "stone at (1, 2, 3)"), Option("#AAAC", "a text"), Option("#BBBB"))


class TestCompletion:
    def test_the_word_before_the_caret(self):
        assert word_at("go to Mo", 8) == (6, "Mo")
        assert word_at("@Mo", 3) == (1, "Mo")
        assert word_at("go ", 3) == (3, "")
        assert word_at("", 0) == (0, "")

    def test_names_in_any_case_and_handles_by_their_sign(self):
        assert [option.text for option in options_for("m", NAMES, HANDLES)] == ["Marmalade", "Moss"]
        assert [option.text for option in options_for("#aa", NAMES, HANDLES)] == ["#AAAB", "#AAAC"]
        assert options_for("", NAMES, HANDLES) == ()
        assert options_for("x", NAMES, HANDLES) == ()

    def test_tab_takes_one_choice_after_the_other(self):
        completion = Completion()
        completion.look("ask m", 5, NAMES, HANDLES)
        assert completion.ghost == "armalade"
        seen = []
        for _ in range(3):
            line = completion.take()
            seen.append(line)
            completion.look(line, len(line), NAMES, HANDLES)
        assert seen == ["ask Marmalade", "ask Moss", "ask Marmalade"]
        assert completion.take(-1) == "ask Moss"
        assert completion.ghost == ""

    def test_typing_on_offers_anew_and_a_whole_name_offers_nothing(self):
        completion = Completion()
        completion.look("m", 1, NAMES, HANDLES)
        completion.take()
        completion.look("Marmalade and o", 15, NAMES, HANDLES)
        assert [option.text for option, _ in completion.shown] == ["Old", "Old Oak"]
        completion.look("Moss", 4, NAMES, HANDLES)
        assert completion.options == ()
        assert completion.take() is None

    def test_in_the_middle_of_a_line_nothing_is_offered(self):
        completion = Completion()
        completion.look("m hello", 1, NAMES, HANDLES)
        assert completion.options == ()

    @given(st.text(max_size=30), st.lists(st.text(st.characters(categories=("L",)), min_size=1, max_size=8), max_size=9))
    def test_completing_only_adds_to_what_stands_before_the_word(self, line, names):
        completion = Completion()
        completion.look(line, len(line), names, HANDLES)
        start, word = word_at(line, len(line))
        assert len(completion.options) <= MOST
        for _ in completion.options:
            taken = completion.take()
            assert taken.startswith(line[:start])
            assert taken[start:].casefold().startswith(word.casefold())
