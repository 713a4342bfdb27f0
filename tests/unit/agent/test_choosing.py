"""Whose minds there are: described in a file, with keys that reach their own servers alone."""

import pytest
from littlefolk.agent.providers import ChatProvider, OfflineProvider, OpenAIProvider
from littlefolk.agent.providers.choosing import Providers

SECRET = "canary-ab12cd34"


@pytest.fixture
def written(tmp_path):
    def write(text, mode=0o600):
        path = tmp_path / "providers.toml"
        path.write_text(text)
        path.chmod(mode)
        return path

    return write


def settings_of(provider):
    return provider._settings


def test_without_a_file_there_are_the_usual_ones(tmp_path):
    providers = Providers(tmp_path / "none.toml")
    assert providers.names == ("chat", "offline", "openai", "replay")
    assert (providers.problem, providers.dollars_a_day) == ("", None)
    assert isinstance(providers.make(""), OfflineProvider)


def test_each_has_settings_of_its_own(written):
    path = written(
        'dollars_a_day = 2\n[openai]\nmodel = "gpt-5-mini"\n'
        '[local]\nkind = "chat"\nbase_url = "http://localhost:11434/v1"\nmodel = "qwen3"\ntools = "actions"\ncontext = 4000\n'
        '[other]\nkind = "chat"\nbase_url = "https://models.example.com/v1"\nkey_variable = "OTHER_KEY"\nprice = [1, 2.5]\n'
    )
    environment = {"OPENAI_API_KEY": "for-openai", "LITTLEFOLK_API_KEY": "general", "OTHER_KEY": "for-other", "LITTLEFOLK_MODEL": "m"}
    providers = Providers(path, "local", environment)
    assert providers.problem == ""
    assert providers.dollars_a_day == 2.0
    assert providers.names == ("chat", "local", "offline", "openai", "other", "replay")
    local, other, openai = (settings_of(providers.make(name)) for name in ("local", "other", "openai"))
    assert isinstance(providers.make(""), ChatProvider)
    assert isinstance(providers.make("openai"), OpenAIProvider)
    assert (local.base_url, local.model, local.tools, local.context) == ("http://localhost:11434/v1", "qwen3", "actions", 4000)
    assert (openai.model, other.model, other.price) == ("gpt-5-mini", "m", (1.0, 2.5))
    assert [one.key.reveal() for one in (local, other, openai)] == ["", "for-other", "general"]


def test_a_key_in_a_file_that_others_may_read_does_not_count(written):
    text = f'[other]\nkind = "chat"\nbase_url = "https://models.example.com/v1"\nkey = "{SECRET}"\n'
    open_to_all = Providers(written(text, 0o644))
    assert "chmod 600" in open_to_all.problem
    assert SECRET not in open_to_all.problem
    assert "other" not in open_to_all.names
    assert settings_of(Providers(written(text)).make("other")).key.reveal() == SECRET


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("never closed = [", "providers.toml does not count"),
        ("dollars_a_day = -1", "dollars_a_day is a number from 0"),
        ('dollars_a_day = "much"', "dollars_a_day is a number from 0"),
        ("openai = 1", "openai is no table"),
        ('[mine]\nmodel = "x"', "[mine] needs a kind, one of chat, offline, openai, replay"),
        (f'[chat]\nkeey = "{SECRET}"', "keey: Extra inputs are not permitted"),
        (f'[chat]\ncontext = "{SECRET}"', "context: "),
    ],
)
def test_what_is_wrong_with_the_file_is_told_without_its_secrets(written, text, says):
    providers = Providers(written(text))
    assert says in providers.problem
    assert SECRET not in providers.problem
    assert providers.names == ("chat", "offline", "openai", "replay")
