extension SongProblem {
  var message: String {
    switch self {
    case .unknownKey(let key, let context, _): "\(quoted(key)) is not a key of \(context)"
    case .longFormKey(let key):
      "\(quoted(key)) belongs to the long form of a pattern"
    case .wrongShape(let what, let expected, let found):
      "\(what) is \(expected.words), but here is \(found.words)"
    case .conflictingKeys(let first, let second, let context):
      "\(context) has both \(quoted(first)) and \(quoted(second))"
    case .missingKey(let key, let context): "\(context) has no \(quoted(key))"
    case .notYet(let what): "\(quoted(what)) is not in this version of tactus yet"
    case .badValue(let value, let text): "\(quoted(text)) is not \(value.words)"
    case .outOfRange(let what, let text, let range):
      "\(quoted(text)) is out of range: \(what) is \(range)"
    case .tooManyDigits(let text): "\(quoted(text)) has too many digits"
    case .badChoice(let what, let text, let choices, _):
      "\(quoted(text)) is not \(what): it is one of \(choices.joined(separator: ", "))"
    case .unknownSound(let name, _): "\(quoted(name)) is not a sound of the kit"
    case .unknownPattern(let name, _): "there is no pattern \(quoted(name))"
    case .unknownSection(let name, _): "there is no section or pattern \(quoted(name))"
    case .emptyName(let what): "\(what) has no name"
    case .songItem(let keys):
      "an item of 'song' defines one section, but here are \(keys) keys"
    case .noLength(let section): "\(section) has no length"
    case .emptyList(let what): "\(what) is empty"
    case .tooFine(let what): "\(what) divides time too finely to be exact"
    case .songTooLong: "the song is longer than 10000 hours"
    case .clickPatternLength(let steps, let units, let meter):
      "the click's pattern has \(counted(steps, "step")), "
        + "but a bar of \(meter) has \(counted(units, "unit"))"
    case .repeatedSubdivision(let parts): "the subdivision \(parts) stands here twice"
    case .notAtBarLine(let key): "\(quoted(key)) can change at a bar line only"
    case .noSuchBeat(let beat, let bar): "bar \(bar) has no beat \(beat)"
    case .pastTheEnd: "this place is not before the end"
    case .emptyChange: "this change changes nothing"
    case .unknownTrack(let name, _): "no pattern has a track \(quoted(name))"
    case .badEuclid: "'euclid' is a list of hits, steps and, if wanted, a rotation"
    case .beforeTheFile(let track, let by):
      "the first sound of \(quoted(track)) would start \(by) before the file does"
    case .noEffect(let key, let reason): "\(quoted(key)) has no effect here: \(reason)"
    case .unplayed(let pattern): "the pattern \(quoted(pattern)) is never played"
    case .acrossBars(let pattern, let length, let meter):
      "\(quoted(pattern)) is \(length) of a whole note long, "
        + "and so goes on across the bar lines of \(meter)"
    case .closeClicks(let milliseconds):
      "two clicks are only \(milliseconds) ms apart here, and sound like one"
    case .tempoJump(let from, let end, let to, let start):
      "\(quoted(to)) starts at \(start), but \(quoted(from)) before it ends at \(end)"
    case .unknownStep(let step): "\(quoted(String(step))) is not a step"
    case .unknownClickStep(let step): "\(quoted(String(step))) is not a step of a click"
    case .unclosedGroup: "this group is never closed"
    case .unopenedGroup: "there is no group to close here"
    case .emptyGroup: "a group needs at least one step"
    case .groupTooDeep(let limit): "groups are nested more than \(limit) deep"
    case .strayModifier(let sign): "\(quoted(String(sign))) has no step before it"
    case .badStepRepeat(let text): "\(quoted(text)) does not repeat a step"
    case .tooManySteps(let limit): "this comes to more than \(limit) steps"
    case .noSteps: "there are no steps here"
    case .trackDoesNotFit(let track, let length, let pattern):
      "\(quoted(track)) is \(length) of a whole note long and does not divide "
        + "the pattern's \(pattern)"
    case .patternTooShort(let track, let length, let pattern):
      "\(quoted(track)) is \(length) of a whole note long, more than the pattern's \(pattern)"
    case .unreadableKit(let path, let reason): "cannot read the kit \(quoted(path)): \(reason)"
    case .unreadableSound(let path, let reason):
      "cannot read the sound \(quoted(path)): \(reason)"
    }
  }

  var label: String? {
    switch self {
    case .unknownKey, .unknownSound, .unknownPattern, .unknownSection: "the nearest name"
    case .conflictingKeys: "the other one"
    case .clickPatternLength: "the metre"
    case .trackDoesNotFit, .patternTooShort: "what sets the pattern's length"
    case .repeatedSubdivision: "the first"
    case .tempoJump: "the section before it"
    default: nil
    }
  }

  var help: String? {
    switch self {
    case .unknownKey(_, _, let nearest), .unknownSound(_, let nearest),
      .unknownPattern(_, let nearest), .unknownSection(_, let nearest):
      suggestion(nearest)
    case .badChoice(_, _, _, let nearest): suggestion(nearest)
    case .longFormKey: "put the pattern's tracks under 'tracks:'"
    case .wrongShape: nil
    case .conflictingKeys: "remove one of them"
    case .missingKey(let key, _): "add \(quoted(key))"
    case .notYet: "leave it out, or see the change log for the version that has it"
    case .badValue(let value, _): "write it like \(value.examples)"
    case .outOfRange: nil
    case .tooManyDigits:
      "use at most 12 digits, or a fraction such as 400/3"
    case .emptyName: nil
    case .songItem: "write it as  - Name: {bars: 8, tempo: 120}"
    case .noLength: "add 'bars', or 'play' with a pattern"
    case .emptyList: nil
    case .tooFine: "use simpler note values, or divide the work among several sections"
    case .songTooLong: "use fewer bars or a faster tempo"
    case .clickPatternLength: "give one step for each unit: X, x, o or ."
    case .repeatedSubdivision: "name each subdivision once"
    case .notAtBarLine: "place the change at a bar number alone, such as 5"
    case .noSuchBeat: "in a grouped metre the beats are the starts of the groups"
    case .pastTheEnd: "bars and beats count from 1 within the section or pattern"
    case .emptyChange: "add 'tempo', 'meter', 'beat', 'swing' or 'hold'"
    case .unknownTrack(_, let nearest): suggestion(nearest)
    case .badEuclid: "write it like [3, 8] or [5, 16, 2], with no more hits than steps"
    case .beforeTheFile(_, let by): "add a count-in, or 'output: {start: \(by)}'"
    case .noEffect: "remove it"
    case .unplayed: "name it in 'play' or 'song', or remove it"
    case .acrossBars: nil
    case .closeClicks: "use fewer subdivisions, or a slower tempo"
    case .tempoJump: nil
    case .unknownStep: "a step is one of . - x X o f 1 to 9, or a group in ( )"
    case .unknownClickStep: "a click's step is X, x, o or . (accent, beat, subdivision, rest)"
    case .unclosedGroup: "add ')'"
    case .unopenedGroup: "remove ')', or add '(' before the group's first step"
    case .emptyGroup: "write at least one step between '(' and ')'"
    case .groupTooDeep: "spread the steps over more places"
    case .strayModifier: "write it after the step that it changes"
    case .badStepRepeat: "write '*' and a number from 2 to 99, as in x*3"
    case .tooManySteps: "use fewer repeats"
    case .noSteps: "write steps such as x...x..."
    case .trackDoesNotFit:
      "give it a length that divides the pattern's, or 'loop: true'"
    case .patternTooShort: "make the pattern's length longer, or the track shorter"
    case .unreadableKit, .unreadableSound: "check the path: it counts from this file's folder"
    }
  }
}

private func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension SongProblem.Value {
  /// The kind of value in words.
  var words: String {
    switch self {
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .noteValue: "a note value"
    case .tempo: "a tempo"
    case .meter: "a metre"
    case .level: "a level"
    case .pan: "a place between left and right"
    case .span: "a length"
    case .time: "a time"
    case .bits: "a number of bits"
    case .tail: "a tail"
    case .percent: "a percentage"
    case .swing: "a swing"
    case .position: "a position"
    }
  }

  var examples: String {
    switch self {
    case .number: "7, 97.5 or 400/3"
    case .wholeNumber: "8"
    case .noteValue: "1/4, 3/8 or 1/12"
    case .tempo: "120, 97.5, 400/3 or 3/8 = 72"
    case .meter: "4/4, 7/8 or 2+2+3/8"
    case .level: "-6dB, 50%, 0.5 or off"
    case .pan: "C, L, R, L30 or R75"
    case .span: "2 bars, 3 beats, 1/4 or 2.5s"
    case .time: "250ms, 2.5s or 481/48000s"
    case .bits: "16, 24, 32 or float"
    case .tail: "auto, none or 2s"
    case .percent: "25%"
    case .swing: "62%, where 50% is straight"
    case .position: "5 (a bar), 5:3 (a beat of it) or 5:3+1/8"
    }
  }
}

extension SongProblem.Shape {
  var words: String {
    switch self {
    case .text: "a value"
    case .mapping: "a mapping (key: value)"
    case .list: "a list"
    case .textOrList: "a value or a list"
    case .textOrMapping: "a value or a mapping (key: value)"
    case .textOrListOrMapping: "a value, a list or a mapping (key: value)"
    case .nothing: "nothing"
    }
  }
}
