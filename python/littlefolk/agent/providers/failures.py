"""What can go wrong with a model's server, each kind with words for people and whether it is worth trying again."""

import email.utils
import json
import math
import time
from collections.abc import Mapping
from typing import Any

from littlefolk.agent.providers.settings import Settings
from littlefolk.present.untrusted import one_line

OVERFLOW = (
    "context_length",
    "context length",
    "context size",
    "context window",
    "maximum context",
    "too many tokens",
    "prompt is too long",
    "exceeds the available context",
)
RETRYABLE_STATUS = (408, 409, 425, 429, 500, 502, 503, 504, 529)


class Problem(Exception):
    """A response that did not come whole.

    `kind` is one word, `wait` the seconds that the server asked for (None: it did not say), `status` the HTTP status (0: none), and
    `detail` what the server said, without secrets.
    """

    def __init__(
        self, kind: str, message: str, *, retryable: bool = False, wait: float | None = None, status: int = 0, detail: str = ""
    ) -> None:
        super().__init__(message)
        self.kind, self.message, self.retryable = kind, message, retryable
        self.wait, self.status, self.detail = wait, status, detail


def cut(settings: Settings) -> Problem:
    """The stream ended without its last event."""
    return Problem("cut", f"the model's answer from {settings.place} broke off in the middle", retryable=True)


def malformed(settings: Settings, what: str) -> Problem:
    """Something other than what the protocol says."""
    return Problem("malformed", f"{settings.place} sent something that is not the model's answer ({what})", retryable=True)


def problem_of(error: BaseException, settings: Settings) -> Problem:
    """What an exception of the client means. Nothing of it that could hold a key is kept."""
    import httpx2
    import openai

    if isinstance(error, Problem):
        return error
    if isinstance(error, openai.APIStatusError):
        return of_status(error.status_code, error.response.headers, _said(error), settings)
    if isinstance(error, openai.APITimeoutError | httpx2.TimeoutException | TimeoutError):
        return Problem("timeout", f"{settings.place} did not answer in time", retryable=True)
    if isinstance(error, openai.APIConnectionError | httpx2.TransportError | OSError):
        return _of_connection(error, settings)
    if isinstance(error, openai.APIError):
        return of_stream_error(error.body, settings, _said(error))
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | httpx2.DecodingError):
        return malformed(settings, "it cannot be read as JSON")
    if isinstance(error, httpx2.InvalidURL | ValueError):
        return _no_address(settings)
    if isinstance(error, openai.OpenAIError):
        return Problem("client", f"{settings.place} could not be asked ({type(error).__name__})")
    return malformed(settings, f"it led to {type(error).__name__}")


def of_stream_error(body: Any, settings: Settings, said: str = "") -> Problem:
    """An error that a server sends as an event of a stream that began well."""
    fields = body if isinstance(body, Mapping) else {}
    code = " ".join(str(fields.get(name) or "") for name in ("code", "type"))
    said = _clean(str(fields.get("message") or said), settings)
    words = f"{code} {said}".casefold()
    if any(sign in words for sign in OVERFLOW):
        return _overflow(said)
    if "rate_limit" in words or "429" in code:
        return Problem("rate limit", _with(f"{settings.place} allows no more requests for now", said), retryable=True, detail=said)
    return Problem("server", _with(f"{settings.place} failed while it answered", said), retryable=True, detail=f"{code} {said}".strip())


def seconds_to_wait(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """The wait that `Retry-After` (seconds or a date) or `retry-after-ms` asks for, or None. RFC 9110, section 10.2.3."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if math.isfinite(seconds):
            return max(0.0, seconds)
    try:
        date = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except (TypeError, ValueError):
        return None
    return max(0.0, date.timestamp() - (time.time() if now is None else now))


def of_status(status: int, headers: Mapping[str, str], said: str, settings: Settings) -> Problem:
    """What an HTTP status means, with the server's own words."""
    said = _clean(said, settings)
    words = said.casefold()
    keep = {"status": status, "detail": said}
    if status == 401:
        fix = "check LITTLEFOLK_API_KEY" if settings.key else "set LITTLEFOLK_API_KEY (or OPENAI_API_KEY for OpenAI)"
        return Problem("key", _with(f"{settings.place} does not accept the key: {fix}", said), **keep)  # type: ignore[arg-type]
    if status == 403:
        return Problem("permission", _with(f"{settings.place} does not permit this", said), **keep)  # type: ignore[arg-type]
    if any(sign in words for sign in OVERFLOW) or status == 413:
        return _overflow(said, status)
    if status == 404:
        what = f"there is no model {settings.model!r}, or no such API," if settings.model else "there is no such API"
        return Problem("missing", _with(f"{what} at {settings.place}: check LITTLEFOLK_BASE_URL and LITTLEFOLK_MODEL", said), **keep)  # type: ignore[arg-type]
    if status == 429 and "insufficient_quota" in words:
        return Problem("quota", _with(f"the account at {settings.place} has no credit left", said), **keep)  # type: ignore[arg-type]
    wait = seconds_to_wait(headers)
    if status == 429:
        message = f"{settings.place} allows no more requests for now"
        return Problem("rate limit", _with(message, said), retryable=True, wait=wait, status=status, detail=said)
    if status in RETRYABLE_STATUS or status >= 500:
        message = f"{settings.place} has an error of its own (status {status})"
        return Problem("server", _with(message, said), retryable=True, wait=wait, status=status, detail=said)
    return Problem("refused", _with(f"{settings.place} does not take the request (status {status})", said), **keep)  # type: ignore[arg-type]


def _of_connection(error: BaseException, settings: Settings) -> Problem:
    import httpx2

    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and len(causes) < 8:
        causes.append(cause)
        cause = cause.__cause__ or cause.__context__
    if any(isinstance(cause, httpx2.UnsupportedProtocol) for cause in causes):
        return _no_address(settings)
    if any(isinstance(cause, httpx2.TimeoutException) for cause in causes):
        return Problem("timeout", f"{settings.place} did not answer in time", retryable=True)
    if any(isinstance(cause, httpx2.ConnectError) for cause in causes):
        return Problem("connection", f"nothing answers at {settings.place}: is the server running?", retryable=True)
    return Problem("cut", f"the connection to {settings.place} was lost", retryable=True)


def _no_address(settings: Settings) -> Problem:
    return Problem("settings", f"{settings.place or 'the base URL'} cannot be asked: write it as http://host:port/v1")


def _overflow(said: str, status: int = 0) -> Problem:
    message = "the conversation is longer than the model can read: ask for less at once, or set LITTLEFOLK_CONTEXT lower"
    return Problem("overflow", _with(message, said), status=status, detail=said)


def _said(error: Any) -> str:
    """The server's own words: its JSON error's message and code, never the request."""
    return said_in(getattr(error, "body", None))


def said_in(body: Any) -> str:
    """The message and code of an error's body: JSON, JSON's text, or any other."""
    if isinstance(body, bytes):
        try:
            body = json.loads(body)
        except ValueError:
            body = body.decode("utf-8", "replace")
    if isinstance(body, Mapping):
        inner = body.get("error") if isinstance(body.get("error"), Mapping) else body
        assert isinstance(inner, Mapping)
        words = [str(inner.get(name)) for name in ("code", "message") if inner.get(name)]
        if words:
            return ": ".join(words)
        return str(body.get("error") or body.get("detail") or "")
    return str(body or "")


def _clean(said: str, settings: Settings) -> str:
    return one_line(settings.hide(said), 300)


def _with(message: str, said: str) -> str:
    return f"{message} ({said})" if said else message
