CATEGORIES = ()
Refusal = None


def gate(s):
    return []
