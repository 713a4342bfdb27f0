"""Who may do what: audiences, capabilities, risks and the grants that join them."""

from littlefolk.policy.asking import AS_DECLARED, NEVER, AskPolicy
from littlefolk.policy.audience import Audience, visible
from littlefolk.policy.grants import EVERYTHING, RESIDENT_GRANTS, Grants, bound_of
from littlefolk.policy.row import Capability, Risk, Row

__all__ = [
    "AS_DECLARED",
    "EVERYTHING",
    "NEVER",
    "RESIDENT_GRANTS",
    "AskPolicy",
    "Audience",
    "Capability",
    "Grants",
    "Risk",
    "Row",
    "bound_of",
    "visible",
]
