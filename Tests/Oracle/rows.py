"""What `tactus events --format csv` must say."""

from fractions import Fraction

from values import HALF, NOISE, Unsupported, round_half_up

HEADER = "frame,seconds,bar,beat,section,track,sound,velocity"


def frame(time, exact, rate):
    """floor(seconds x rate + 1/2), which only digits to spare can tell for a logarithm."""
    value = time * rate
    if not exact and abs(value % 1 - HALF) < NOISE:
        raise Unsupported("an inexact time on a half frame")
    return round_half_up(value)


def decimals(time):
    """Twelve decimals, half up."""
    scaled = round_half_up(time * 10**12)
    return f"{scaled // 10**12}.{scaled % 10**12:012d}"


def rows(evaluation, rate):
    """(frame, event) in the order of the list."""
    listed = [(frame(e.time, e.exact, rate), e) for e in evaluation.events]
    listed.sort(key=lambda pair: (pair[0], pair[1].lane))
    return listed


def quoted(text):
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n') else text


def key(event):
    """What an event's row says besides its time and its velocity."""
    section = quoted(event.section)
    return f"{event.bar},{event.beat},{section},{event.track},{event.sound}"


def line(at, event):
    velocity = "*" if event.velocity is None else event.velocity
    return f"{at},{decimals(event.time)},{key(event)},{velocity}"


def csv(evaluation, rate):
    return [HEADER] + [line(at, event) for at, event in rows(evaluation, rate)]


def first_difference(expected, got):
    """(place, expected row, got row) or None. `*` stands for any velocity."""
    for index in range(max(len(expected), len(got))):
        want = expected[index] if index < len(expected) else "(no more events)"
        have = got[index] if index < len(got) else "(no more events)"
        if want == have:
            continue
        if want.endswith(",*") and want[:-1] == have[: have.rfind(",") + 1]:
            continue
        return index, want, have
    return None


def uncertain_difference(evaluation, rate, got):
    """The same where chance has a part: every row in its bounds, every certain row there."""
    if not got or got[0] != HEADER:
        return 0, HEADER, got[0] if got else "(nothing)"
    waiting = {}
    for at, event in rows(evaluation, rate):
        waiting.setdefault(key(event), []).append((at, event))
    last = -1
    for index, text in enumerate(got[1:], 1):
        parts = text.split(",")
        at, strength = int(parts[0]), int(parts[-1])
        if abs(Fraction(parts[1]) * rate - at) > HALF + Fraction(rate, 10**11):
            return index, "a frame that its own seconds give", text
        if at < last:
            return index, "frames that never decrease", text
        last = at
        candidates = waiting.get(",".join(parts[2:-1]), [])
        for candidate in sorted(candidates, key=lambda c: abs(c[0] - at)):
            wanted, event = candidate
            # One frame more than the bound, as both ends were rounded.
            reach = event.slack * rate + (1 if event.slack else 0)
            near = event.velocity is None or abs(strength - event.velocity) <= (
                event.velocity_slack + (1 if event.velocity_slack else 0)
            )
            if abs(at - wanted) <= reach and near:
                candidates.remove(candidate)
                break
        else:
            nearest = min(candidates, key=lambda c: abs(c[0] - at), default=None)
            return index, line(*nearest) if nearest else "(no such event)", text
    for rest in waiting.values():
        for at, event in rest:
            if event.chance == 1:
                return len(got), line(at, event), "(not there)"
    return None
