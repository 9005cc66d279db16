"""Songs by number: generated, read back from their text, and of a size worth checking."""

import yaml

import generate
import yamltext
from evaluate import OPEN, evaluate
from values import Unsupported

DAY = 26 * 3600


def numbered(kind, seed, index, maker, moderate=False):
    """The text and the evaluation of a song; a song too long or too dense is made anew."""
    for attempt in range(1000):
        rng = generate.stream(kind, seed, index, attempt)
        song = maker(rng, moderate).song()
        text = yamltext.text(song, rng)
        read = yaml.load(text, Loader=yaml.BaseLoader)
        if read != song:
            raise AssertionError(f"written and read back differently:\n{text}")
        if too_dense(read):
            continue
        try:
            found = evaluate(read)
        except Unsupported as reason:
            if str(reason) in OPEN:
                continue
            raise AssertionError(f"a song out of bounds ({reason}):\n{text}") from reason
        # Every fiftieth song may be long.
        limit = maker.most * 8 if index % 50 == 7 and not moderate else maker.most
        longest = 60 if moderate else DAY
        if 0 < len(found.events) <= limit and found.end <= longest:
            return text, found
    raise AssertionError(f"no song {kind} {index} of seed {seed}")


def too_dense(song):
    """A beat of 1/9999 under a long bar would take long to count only to be refused."""
    fine = "'beat': '1/9999'" in str(song)
    return fine and str(song).count("'meter'") + str(song).count("'bars'") > 2
