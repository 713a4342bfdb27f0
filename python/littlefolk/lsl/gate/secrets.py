"""Text that looks like a secret: the detectors of detect-secrets that know a form, and forms they do not know."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any

from .addresses import HOLE

_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
_MIXED = r"(?=[^\s\"'&]*[0-9])(?=[^\s\"'&]*[A-Za-z])"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "an address with user name and password",
        re.compile(r"\b[a-z][a-z0-9+.-]{0,20}://[^\s/:@\"']{0,255}:[^\s/@\"']{1,255}@", re.IGNORECASE),
    ),
    (
        "the address of a webhook",
        re.compile(
            r"discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]+/[\w-]{8,}|hooks\.slack\.com/(?:services|workflows|triggers)/[\w/-]{8,}"
            r"|[\w.-]*webhook\.office\.com/\S{8,}|outlook\.office(?:365)?\.com/webhook/\S{8,}|hooks\.zapier\.com/hooks/[\w/-]{6,}"
            r"|maker\.ifttt\.com/trigger/\S{1,80}/with/key/[\w-]{8,}|hook\.(?:[a-z0-9]+\.)?make\.com/\w{8,}"
            r"|hook\.integromat\.com/\w{8,}|api\.telegram\.org/bot[0-9]{5,}:[\w-]{8,}|chat\.googleapis\.com/v1/spaces/\S{8,}",
            re.IGNORECASE,
        ),
    ),
    (
        "an API key",
        re.compile(r"\b(?:sk|rk|pk)[-_](?:[A-Za-z0-9]{2,12}[-_]){0,4}(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{12,}"),
    ),
    (
        "an access token",
        re.compile(
            r"\bAIza[\w-]{30,}|\bhf_[A-Za-z0-9]{24,}|\bgithub_pat_\w{22,}|\bgsk_[A-Za-z0-9]{24,}|\bxai-[A-Za-z0-9]{24,}"
            r"|\bya29\.[\w-]{20,}|\bEAA[A-Za-z0-9]{40,}|\bdop_v1_[0-9a-f]{32,}|\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"
        ),
    ),
    ("an API key", re.compile(r"\bsk-[A-Za-z0-9_]{20,}")),
    ("a bearer token", re.compile(r"\bBearer\s+[A-Za-z0-9_.]{20,}", re.IGNORECASE)),
    ("a bearer token", re.compile(rf"\bBearer\s+{_MIXED}[A-Za-z0-9._~+/-]{{12,}}", re.IGNORECASE)),
    ("basic credentials", re.compile(r"\bAuthorization\s*:?\s*Basic\s+[A-Za-z0-9+/]{8,}={0,2}", re.IGNORECASE)),
    ("a web token", re.compile(r"\beyJ[\w-]{8,400}\.eyJ[\w-]{8,}")),
    ("a private key", re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY")),
)
#: ``user:password@host`` without a scheme; a word that introduces an address of mail or chat is no user.
_CREDENTIALS = re.compile(
    r"(?<![\w/:@.%+-])(?!(?:mailto|e-?mails?|mail|contacts?|xmpp|jabber|msn|skype|paypal|sips?|im|to|from|b?cc|reply-to|sender|author|owner"
    r"|creator|maintainer|address|info|support|service|help|questions?|feedback|bugs?|report|inquiries|license|copyright|by|via|at|me|us):)"
    r"[A-Za-z][\w.+-]{0,63}:[^\s/:@\"',;<>]{3,128}"
    r"@(?:localhost\b|[0-9]{1,3}(?:\.[0-9]{1,3}){3}\b|(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:api[_-]?key|api[_-]?secret|client[_-]?secret|secret[_-]?key|access[_-]?(?:token|key)|auth[_-]?(?:token|key)|private[_-]?key"
    rf"|passw(?:or)?d|pwd|secret|token)\b[\"']?\s{{0,8}}[:=]\s{{0,8}}[\"']?({_MIXED}[^\s\"',;&{HOLE}]{{8,}})",
    re.IGNORECASE,
)
_SECRET_NAME = re.compile(r"api_?key|secret|passw|password|token|credential|bearer|auth(?!or)", re.IGNORECASE)
_SECRET_VALUE = re.compile(rf"{_MIXED}[\x21-\x7e]{{16,}}")

_DETECTORS: tuple[tuple[str, str], ...] = (
    ("aws", "AWSKeyDetector"),
    ("azure_storage_key", "AzureStorageKeyDetector"),
    ("basic_auth", "BasicAuthDetector"),
    ("cloudant", "CloudantDetector"),
    ("discord", "DiscordBotTokenDetector"),
    ("github_token", "GitHubTokenDetector"),
    ("gitlab_token", "GitLabTokenDetector"),
    ("jwt", "JwtTokenDetector"),
    ("mailchimp", "MailchimpDetector"),
    ("npm", "NpmDetector"),
    ("openai", "OpenAIDetector"),
    ("private_key", "PrivateKeyDetector"),
    ("pypi_token", "PypiTokenDetector"),
    ("sendgrid", "SendGridDetector"),
    ("slack", "SlackDetector"),
    ("softlayer", "SoftlayerDetector"),
    ("square_oauth", "SquareOAuthDetector"),
    ("stripe", "StripeDetector"),
    ("telegram_token", "TelegramBotTokenDetector"),
    ("twilio", "TwilioKeyDetector"),
)
_WINDOW, _OVERLAP = 800, 300
_LONG = re.compile(rf"[^\n]{{{_WINDOW + 1},}}")


@cache
def _detectors() -> tuple[Any, ...]:
    """The detectors are loaded at the first use: their library takes a while to import."""
    return tuple(getattr(import_module(f"detect_secrets.plugins.{module}"), name)() for module, name in _DETECTORS)


def _windows(text: str) -> str:
    """Cuts long lines into overlapping pieces: some detectors take quadratic time on a line."""
    step = _WINDOW - _OVERLAP
    return _LONG.sub(lambda m: "\n".join(m[0][i : i + _WINDOW] for i in range(0, len(m[0]), step)), text)


def suspicious(texts: Iterable[str]) -> bool:
    """Whether any of many texts holds a secret; much faster than asking one by one."""
    return _found(_windows("\n".join(texts))) is not None


def secret(text: str) -> str | None:
    """What kind of secret a text holds, in a few words; None when it holds none. The secret itself is never shown."""
    return _found(_windows(text))


def _found(text: str) -> str | None:
    for what, pattern in _PATTERNS:
        if pattern.search(text):
            return what
    if _CREDENTIALS.search(text):
        return "a user name and password in front of a host"
    for match in _NAMED.finditer(text):
        if not _UUID.fullmatch(match[1]):
            return "a named password or key"
    for detector in _detectors():
        if any(True for _ in detector.analyze_string(text)):
            return f"text in the form of {detector.secret_type}"
    return None


def secret_name(name: str) -> bool:
    """Whether a variable is named like a secret."""
    return bool(_SECRET_NAME.search(name))


def secret_value(value: str) -> bool:
    """Whether what such a variable is set to looks like a secret."""
    return bool(_SECRET_VALUE.fullmatch(value) and not _UUID.fullmatch(value) and "://" not in value)
