"""What servers send, written down from their documentation: the same response in each protocol."""

import json


def sse(*bodies, end="\n\n"):
    """Server-sent event blocks with JSON or text data."""
    return [f"data: {body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)}{end}" for body in bodies]


def chunk(delta=None, finish=None, usage=None, **extra):
    """One chunk of Chat Completions."""
    choices = [] if delta is None and finish is None else [{"index": 0, "delta": delta or {}, "finish_reason": finish}]
    body = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices}
    return body | ({"usage": usage} if usage else {}) | extra


def tool_delta(index=None, id_=None, name=None, arguments=None, **extra):
    """A delta with one piece of a tool call; what is None is left out."""
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    piece = {key: value for key, value in (("index", index), ("id", id_), ("function", function or None)) if value is not None}
    return {"tool_calls": [piece | extra]}


def halves(text):
    """A text in pieces, as a model sends it."""
    return [text[at : at + 9] for at in range(0, len(text), 9)]


class Chat:
    """Chat Completions with native tools."""

    name = "chat"
    path = "chat/completions"

    @staticmethod
    def response(text="", calls=(), thought="", usage=(11, 7), number=0):
        chunks = [chunk({"role": "assistant", "content": ""})]
        chunks += [chunk({"reasoning_content": part}) for part in halves(thought)]
        chunks += [chunk({"content": part}) for part in halves(text)]
        for index, (tool, arguments) in enumerate(calls):
            raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
            chunks.append(chunk(tool_delta(index, f"call_{number}_{index}", tool, "", type="function")))
            chunks += [chunk(tool_delta(index, arguments=part)) for part in halves(raw)]
        chunks.append(chunk({}, "tool_calls" if calls else "stop"))
        chunks.append(chunk(usage={"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}))
        return {"events": sse(*chunks, "[DONE]"), "piece": 7}

    @staticmethod
    def told(body):
        """The results that a request gives the model, in order."""
        return [message["content"] for message in body["messages"] if message["role"] == "tool"]


class Actions:
    """Chat Completions of a model without tools, which answers in JSON."""

    name = "actions"
    path = "chat/completions"

    @staticmethod
    def response(text="", calls=(), thought="", usage=(11, 7), number=0):
        body = {"say": text, "calls": [{"tool": tool, "arguments": arguments} for tool, arguments in calls]}
        thought = f"<think>{thought}</think>" if thought else ""
        chunks = [chunk({"content": part}) for part in halves(thought + json.dumps(body))]
        chunks.append(chunk({}, "stop"))
        chunks.append(chunk(usage={"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}))
        return {"events": sse(*chunks, "[DONE]"), "piece": 7}

    @staticmethod
    def told(body):
        lines = [line for message in body["messages"][1:] if message["role"] == "user" for line in message["content"].splitlines()]
        return [line.split(": ", 1)[1] for line in lines if line[:1].isdigit()]
