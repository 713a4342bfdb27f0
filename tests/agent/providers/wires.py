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


class Responses:
    """The Responses API."""

    name = "responses"
    path = "responses"

    @staticmethod
    def response(text="", calls=(), thought="", usage=(11, 7), number=0):
        id_ = f"resp_{number}"
        events = [{"type": "response.created", "response": {"id": id_, "object": "response", "status": "in_progress", "output": []}}]
        output = []
        if thought:
            place = {"item_id": f"rs_{number}", "output_index": len(output), "summary_index": 0}
            events.append({"type": "response.reasoning_summary_part.added", **place, "part": {"type": "summary_text", "text": ""}})
            events += [{"type": "response.reasoning_summary_text.delta", **place, "delta": part} for part in halves(thought)]
            output.append({"type": "reasoning", "id": f"rs_{number}", "summary": [{"type": "summary_text", "text": thought}]})
        if text:
            place = {"item_id": f"msg_{number}", "output_index": len(output), "content_index": 0}
            events += [{"type": "response.output_text.delta", **place, "delta": part, "logprobs": []} for part in halves(text)]
            content = [{"type": "output_text", "text": text, "annotations": []}]
            output.append({"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": content})
        for index, (tool, arguments) in enumerate(calls):
            raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
            item = {"type": "function_call", "id": f"fc_{number}_{index}", "call_id": f"call_{number}_{index}", "name": tool}
            place = {"item_id": item["id"], "output_index": len(output)}
            events.append({"type": "response.output_item.added", "output_index": len(output), "item": item | {"arguments": ""}})
            events += [{"type": "response.function_call_arguments.delta", **place, "delta": part} for part in halves(raw)]
            events.append({"type": "response.function_call_arguments.done", **place, "name": tool, "arguments": raw})
            item = item | {"arguments": raw, "status": "completed"}
            events.append({"type": "response.output_item.done", "output_index": len(output), "item": item})
            output.append(item)
        tokens = {"input_tokens": usage[0], "output_tokens": usage[1], "total_tokens": sum(usage)}
        response = {"id": id_, "object": "response", "status": "completed", "output": output, "usage": tokens}
        events.append({"type": "response.completed", "response": response})
        numbered = [event | {"sequence_number": order} for order, event in enumerate(events)]
        return {"events": sse(*numbered), "piece": 7}

    @staticmethod
    def told(body):
        """The results that a request gives the model, in order."""
        return [item["output"] for item in body["input"] if item.get("type") == "function_call_output"]
