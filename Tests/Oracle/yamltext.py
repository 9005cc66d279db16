"""Plain data to YAML, in the mixture of styles that a person would write."""

import re

_PLAIN = re.compile(r"[A-Za-z0-9.(_][^\n#,\[\]{}&*!|>'\"%@`:]*")


def scalar(text, rng, inside=False):
    # Not every reader takes a question mark inside brackets for a part of the text.
    if inside and "?" in text:
        return f'"{text}"'
    if _PLAIN.fullmatch(text) and text == text.strip() and rng.random() < 0.97:
        return text
    if re.fullmatch(r"[A-Za-z0-9.(][A-Za-z0-9.%/+()=*?| -]*(:\d+[+/\d]*)?( ?-> [^,]*)?", text):
        if text == text.strip() and rng.random() < 0.8:
            return text
    if "'" not in text and rng.random() < 0.5:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def flow(node, rng):
    if isinstance(node, dict):
        pairs = [f"{scalar(key, rng, True)}: {flow(value, rng)}" for key, value in node.items()]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(node, list):
        return "[" + ", ".join(flow(item, rng) for item in node) + "]"
    return scalar(node, rng, inside=True)


def _short(node):
    return not isinstance(node, (dict, list)) or len(str(node)) < 70


def _block(node, indent, rng, out):
    pad = "  " * indent
    if isinstance(node, dict):
        for key, value in node.items():
            _entry(f"{pad}{scalar(key, rng)}:", value, indent, rng, out)
    else:
        for item in node:
            _entry(f"{pad}-", item, indent, rng, out)


def _entry(head, value, indent, rng, out):
    empty = isinstance(value, (dict, list)) and not value
    if not isinstance(value, (dict, list)) or empty or (_short(value) and rng.random() < 0.7):
        out.append(f"{head} {flow(value, rng)}")
    else:
        out.append(head)
        _block(value, indent + 1, rng, out)


def text(song, rng):
    out = []
    for key, value in song.items():
        _entry(f"{key}:", value, 0, rng, out)
        if rng.random() < 0.2:
            out.append("" if rng.random() < 0.7 else "# a remark")
    return "\n".join(out) + "\n"
