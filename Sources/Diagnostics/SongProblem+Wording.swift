extension SongProblem {
  var message: String {
    switch self {
    case .unknownKey(let key, let context, _): "\(quoted(key)) is not a key of \(context)"
    case .longFormKey(let key):
      "\(quoted(key)) belongs to the long form of a pattern"
    case .wrongShape(let what, let expected, let found):
      "\(what) must be \(expected.words), but here is \(found.words)"
    case .conflictingKeys(let first, let second, let context) where first == second:
      "\(context) has two of \(quoted(first))"
    case .conflictingKeys(let first, let second, let context):
      "\(context) has both \(quoted(first)) and \(quoted(second))"
    case .missingKey(let key, let context): "\(context) needs \(quoted(key))"
    case .badValue(let value, let text): "\(quoted(text)) is not \(value.words)"
    case .outOfRange(let what, let text, _): "\(quoted(text)) is out of range for \(what)"
    case .tooManyDigits(let text): "\(quoted(text)) has too many digits"
    case .badChoice(let what, let text, _, _): "\(what) cannot be \(quoted(text))"
    case .unknownSound(let name, _): "\(quoted(name)) is not a sound of the kit"
    case .unknownPattern(let name, _): "there is no pattern \(quoted(name))"
    case .unknownSection(let name, _): "there is no section or pattern \(quoted(name))"
    case .emptyName(let what): "\(what) has no name"
    case .songItem(let keys):
      "an item of 'song' defines one section, but this has \(counted(keys, "key"))"
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
    case .pastTheEnd: "there is no such place: the end comes before it"
    case .emptyChange: "this change changes nothing"
    case .unknownTrack(let name, _): "no pattern has a track \(quoted(name))"
    case .badEuclid: "'euclid' must be a list of hits, steps and, if wanted, a rotation"
    case .beforeTheFile(let track, let by):
      "the first sound of \(quoted(track)) would start \(by) before the file does"
    case .noEffect(let key, let reason): "\(quoted(key)) has no effect here: \(reason)"
    case .unplayed(let pattern): "the pattern \(quoted(pattern)) is never played"
    case .acrossBars(let pattern, let length, let meter):
      "\(quoted(pattern)) lasts \(length) of a whole note and so crosses the bar lines of \(meter)"
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
    case .tooManySteps(let limit): "with this the patterns come to more than \(limit) steps"
    case .noSteps: "there are no steps here"
    case .trackDoesNotFit(let track, let length, let pattern):
      "\(quoted(track)) lasts \(length) of a whole note, which does not divide the pattern's \(pattern)"
    case .patternTooShort(let track, let length, let pattern):
      "\(quoted(track)) lasts \(length) of a whole note, more than the pattern's \(pattern)"
    case .liveOrder(let at): "\(quoted(at)) is earlier than the entry before it"
    case .emptyLiveEntry: "this entry of 'live' says when, but not what"
    case .ratesDiffer(let live, let output):
      "the session was played at \(live) frames a second, but 'output' has \(output)"
    case .endlessSession: "with this a passage is played over and over, without an end"
    case .layerOrder(let below, let before):
      "'below: \(below)' leaves this layer nothing: the one before it goes up to \(before)"
    case .layerGap(let first): "no layer plays the velocities from \(first) to 127"
    case .setNotSong(let path): "\(quoted(path)) is a set of songs, where a song has to be"
    case .unreadableSong(let path, let reason): "cannot read the song '\(path)': \(reason)"
    case .unreadableKit(let path, let reason): "cannot read the kit '\(path)': \(reason)"
    case .unreadableSound(_, let reason): "cannot use this sound: \(reason)"
    case .badTreatment(let reason, _): "cannot do this to the sound: \(reason)"
    }
  }

  var label: String? {
    switch self {
    case .unknownKey, .unknownSound, .unknownPattern, .unknownSection, .unknownTrack:
      "the nearest name"
    case .conflictingKeys: "the other one"
    case .clickPatternLength: "the metre"
    case .trackDoesNotFit, .patternTooShort: "what sets the pattern's length"
    case .repeatedSubdivision: "the first"
    case .liveOrder: "the entry before it"
    case .ratesDiffer: "the rate of 'output'"
    case .tempoJump: "the section before it"
    default: nil
    }
  }

  var help: String? {
    switch self {
    case .unknownKey(_, _, let nearest), .unknownSound(_, let nearest): suggestion(nearest)
    case .unknownPattern(let name, let nearest):
      suggestion(nearest) ?? repeatHelp(name) ?? "define it under 'patterns'"
    case .unknownSection(let name, let nearest):
      repeatHelp(name) ?? suggestion(nearest) ?? "define it under 'sections' or 'patterns'"
    case .badChoice("a built-in sound", _, _, let nearest):
      [suggestion(nearest), "'tactus sounds' lists them"].compactMap(\.self).joined(separator: " ")
    case .badChoice(_, _, let choices, _) where choices.count == 1: "it can only be \(choices[0])"
    case .badChoice(_, _, let choices, let nearest):
      [suggestion(nearest), "it is one of \(choices.joined(separator: ", "))"].compactMap(\.self)
        .joined(separator: " ")
    case .longFormKey: "put the pattern's tracks under 'tracks:', beside it"
    case .wrongShape(_, _, .nothing):
      "write a value, or leave it out; after a blank, '#' begins a remark"
    case .wrongShape(_, let expected, _): "write it as \(expected.form)"
    case .conflictingKeys: "remove one of them"
    case .missingKey("song", in: "the song"): "list what is played, as in  song: [verse, chorus x2]"
    case .missingKey("file", let context) where context.hasPrefix("the sound"):
      "add 'file' or 'sound', or give it the name of a built-in sound"
    case .missingKey(let key, _): "add \(quoted(key))"
    case .badValue(_, let text) where text.contains(","):
      "decimals stand behind a point, as in 97.5"
    case .badValue(let value, _): "write it like \(value.examples)"
    case .outOfRange(_, _, let range): "allowed: \(range)"
    case .tooManyDigits:
      "use at most 12 digits, or a fraction such as 400/3"
    case .emptyName: "write a name between the quotes"
    case .songItem: "write it as  - Name: {bars: 8, tempo: 120}  in an item of its own"
    case .noLength: "add 'bars', or 'play' with a pattern"
    case .emptyList: "write something in it, or leave it out"
    case .tooFine: "use simpler note values, or divide the work among several sections"
    case .songTooLong: "use fewer bars or a faster tempo"
    case .clickPatternLength: "give one step for each unit: X, x, o or ."
    case .repeatedSubdivision: "name each subdivision once"
    case .notAtBarLine: "place the change at a bar number alone, such as 5"
    case .noSuchBeat: "beats count from 1; in a grouped metre they are the groups' starts"
    case .pastTheEnd: "bars and beats count from 1 within the section or pattern"
    case .emptyChange: "add 'tempo', 'meter', 'beat', 'swing' or 'hold'"
    case .unknownTrack(_, let nearest): suggestion(nearest)
    case .badEuclid: "write it like [3, 8] or [5, 16, 2], with no more hits than steps"
    case .beforeTheFile(_, let by): "add a count-in, or 'output: {start: \(by)}'"
    case .noEffect: "leave it out"
    case .unplayed: "name it in 'play' or 'song', or remove it"
    case .acrossBars: "no harm if that is meant; else check its steps, or 'meter'"
    case .closeClicks: "use fewer subdivisions, or a slower tempo"
    case .tempoJump: "no harm if that is meant: every section starts with its own tempo"
    case .unknownStep: "a step is one of . - x X o f 1 to 9, or a group in ( )"
    case .unknownClickStep: "a click's step is X, x, o or . (accent, beat, subdivision, rest)"
    case .unclosedGroup: "add ')' after the group's last step"
    case .unopenedGroup: "remove ')', or add '(' before the group's first step"
    case .emptyGroup: "write at least one step between '(' and ')'"
    case .groupTooDeep: "spread the steps over more places"
    case .strayModifier: "write it directly after the step that it changes"
    case .badStepRepeat: "write '*' and a number from 2 to 99, as in x*3"
    case .tooManySteps: "use fewer repeats"
    case .noSteps: "write steps such as x...x..."
    case .trackDoesNotFit:
      "give it so many steps that it fits in a whole number of times, or 'loop: true'"
    case .patternTooShort: "make 'length' longer, or the track shorter"
    case .badTreatment(_, let help): help
    case .liveOrder: "list what was done in the order of time"
    case .emptyLiveEntry(let actions): "add one of \(actions.joined(separator: ", "))"
    case .ratesDiffer: "leave the one of 'output' out, or make them the same"
    case .endlessSession: "add 'loop: off' or 'stop: on' at the end of the list"
    case .layerOrder: "list the layers from the softest to the loudest"
    case .layerGap: "leave 'below' out of the last layer"
    case .setNotSong: "name its songs one by one; 'tactus play', 'render' and 'check' take a set"
    case .unreadableSong, .unreadableKit, .unreadableSound:
      "a path counts from the folder of the file that names it"
    }
  }
}

/// What helps with a name that ends like a repeat in another way of writing: `verse 2`.
private func repeatHelp(_ name: String) -> String? {
  name.last?.isWholeNumber == true ? "a repeat is written  NAME x2" : nil
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
    case .key: "a key"
    case .level: "a level"
    case .pan: "a place between left and right"
    case .span: "a length"
    case .time: "a time"
    case .instant: "a time of a session"
    case .bits: "a number of bits"
    case .tail: "a tail"
    case .percent: "a percentage"
    case .swing: "a swing"
    case .position: "a position"
    case .semitones: "a number of semitones"
    case .decibels: "a level in decibels"
    case .normalization: "a loudness or a peak"
    }
  }

  var examples: String {
    switch self {
    case .number: "7, 97.5 or 400/3"
    case .wholeNumber: "8, without a sign or a unit"
    case .noteValue: "1/4, 3/8 or 1/12"
    case .tempo: "120, 97.5, 400/3 or 3/8 = 72"
    case .meter: "4/4, 7/8 or 2+2+3/8"
    case .key: "A minor, F# major, F#m or Eb"
    case .level: "-6dB, 50%, 0.5 or off"
    case .pan: "C, L, R, L30 or R75"
    case .span: "2 bars, 3 beats, 1/4 or 2.5s"
    case .time: "250ms, 2.5s or 481/48000s"
    case .instant: "96200/48000 (a frame and the rate), 2.5s or 250ms"
    case .bits: "16, 24, 32 or float"
    case .tail: "auto, none or 2s"
    case .percent: "25%"
    case .swing: "62%, where 50% is straight"
    case .position: "5 (a bar), 5:3 (a beat of it) or 5:3+1/8"
    case .semitones: "-1, 0.5 or 12"
    case .decibels: "-1dB"
    case .normalization: "-16 LUFS or -1dB"
    }
  }
}

extension SongProblem.Shape {
  var words: String {
    switch self {
    case .text: "a single value"
    case .mapping: "a mapping"
    case .list: "a list"
    case .textOrList: "a single value or a list"
    case .textOrMapping: "a single value or a mapping"
    case .textOrListOrMapping: "a single value, a list or a mapping"
    case .nothing: "nothing"
    }
  }

  /// How it is written.
  var form: String {
    switch self {
    case .text: "one word or number, without brackets"
    case .mapping: "{key: value}, or as lines of 'key: value' below it"
    case .list: "[one, two], or as lines below it that begin with '- '"
    case .textOrList: "one word, or as [one, two]"
    case .textOrMapping: "one word or number, or as {key: value}"
    case .textOrListOrMapping: "one word or number, as [one, two], or as {key: value}"
    case .nothing: "nothing"
    }
  }
}
