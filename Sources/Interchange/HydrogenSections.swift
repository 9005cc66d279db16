import SongModel
import Timing

/// A run of one pattern in the order of the song.
struct HydrogenRun: Hashable {
  let pattern: String
  var times: Int
  let tempo: Rational
  let meter: Meter
  /// Begins a section of this name.
  let tag: String?
}

/// A stretch of runs that is a section.
struct HydrogenStretch: Hashable {
  var runs: [HydrogenRun]
  var passes: Int = 1
  var tag: String?
}

/// Divides a song into sections as a person would.
///
/// A section begins where the tempo or the metre changes, and at every tag. Where the song has no
/// tags, a block of several patterns that comes again is a section too, played in turn where its
/// repeats follow one another.
enum HydrogenSections {
  /// Up to so many runs repeats are looked for: the search takes time with their square.
  static let mostRuns = 256

  static func stretches(of runs: [HydrogenRun]) -> [HydrogenStretch] {
    var pieces: [[HydrogenRun]] = []
    for run in runs {
      if let last = pieces.last?.last, run.tag == nil, last.tempo == run.tempo,
        last.meter == run.meter
      {
        pieces[pieces.count - 1].append(run)
      } else {
        pieces.append([run])
      }
    }
    let hasTags = runs.contains { $0.tag != nil }
    let divided =
      hasTags || runs.count > mostRuns
      ? pieces.map { HydrogenStretch(runs: $0, tag: $0[0].tag) } : blocks(in: pieces)
    return divided.map(folded).reduce(into: []) { stretches, next in
      if let last = stretches.last, last.runs == next.runs, last.tag == next.tag, next.tag == nil {
        stretches[stretches.count - 1].passes += next.passes
      } else {
        stretches.append(next)
      }
    }
  }

  /// A stretch that is one block several times over, as that block in turn.
  private static func folded(_ stretch: HydrogenStretch) -> HydrogenStretch {
    let runs = stretch.runs.map {
      HydrogenRun(
        pattern: $0.pattern, times: $0.times, tempo: $0.tempo, meter: $0.meter, tag: nil)
    }
    var folded = stretch
    folded.runs = runs
    guard runs.count > 1 else { return folded }
    for length in 2..<max(2, runs.count / 2 + 1) where runs.count % length == 0 {
      if (length..<runs.count).allSatisfy({ runs[$0] == runs[$0 - length] }) {
        folded.runs = Array(runs[..<length])
        folded.passes = runs.count / length
        break
      }
    }
    return folded
  }

  // MARK: - Repeated blocks

  /// Takes out the block that saves most, again and again.
  private static func blocks(in pieces: [[HydrogenRun]]) -> [HydrogenStretch] {
    var numbers: [HydrogenRun: Int] = [:]
    var tokens: [Int] = []
    var runs: [HydrogenRun] = []
    for piece in pieces {
      // A token of its own keeps blocks from reaching across the start of a section.
      if !tokens.isEmpty {
        tokens.append(-tokens.count)
        runs.append(piece[0])
      }
      for run in piece {
        tokens.append(numbers[run] ?? numbers.count)
        numbers[run] = tokens[tokens.count - 1]
        runs.append(run)
      }
    }
    var starts: Set<Int> = []
    while let block = bestBlock(in: tokens) {
      for place in block.places {
        starts.insert(place)
        starts.insert(place + block.length)
        // Taken: no other block may use it.
        for index in place..<place + block.length { tokens[index] = -tokens.count - index - 1 }
      }
    }
    var stretches: [HydrogenStretch] = []
    var isNew = true
    for (index, run) in runs.enumerated() {
      if tokens[index] < 0, tokens[index] >= -tokens.count {
        isNew = true
        continue
      }
      if isNew || starts.contains(index) {
        stretches.append(HydrogenStretch(runs: [run], tag: nil))
      } else {
        stretches[stretches.count - 1].runs.append(run)
      }
      isNew = false
    }
    return stretches
  }

  /// The block of two runs or more that comes again and saves most runs; of equals the longest, and
  /// of those the first.
  private static func bestBlock(in tokens: [Int]) -> (places: [Int], length: Int)? {
    var best: (places: [Int], length: Int)?
    var bestSaving = 0
    // The blocks of a length are numbered, and a longer block is a number and one more token.
    var names = tokens.map { $0 < 0 ? nil : Optional($0) }
    var length = 1
    while length <= tokens.count / 2 {
      if length > 1 {
        var occurrences: [Int: [Int]] = [:]
        for start in 0...tokens.count - length {
          if let name = names[start] { occurrences[name, default: []].append(start) }
        }
        for places in occurrences.values where places.count > 1 {
          var apart: [Int] = []
          for place in places where apart.last.map({ place >= $0 + length }) ?? true {
            apart.append(place)
          }
          let saving = (apart.count - 1) * length
          guard apart.count > 1 else { continue }
          let isBetter =
            saving > bestSaving
            || saving == bestSaving
              && (length > best!.length || length == best!.length && apart[0] < best!.places[0])
          if isBetter {
            best = (apart, length)
            bestSaving = saving
          }
        }
      }
      length += 1
      guard length <= tokens.count / 2 else { break }
      var next: [Pair: Int] = [:]
      var longer: [Int?] = Array(repeating: nil, count: tokens.count)
      for start in 0...tokens.count - length {
        guard let name = names[start], tokens[start + length - 1] >= 0 else { continue }
        let pair = Pair(name: name, token: tokens[start + length - 1])
        let number = next[pair] ?? next.count
        next[pair] = number
        longer[start] = number
      }
      if next.isEmpty { break }
      names = longer
    }
    return best
  }

  private struct Pair: Hashable {
    let name: Int
    let token: Int
  }
}
