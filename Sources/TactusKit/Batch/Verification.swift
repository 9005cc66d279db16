import AudioFiles
import Engine
import MIDIFiles
import SongModel
import Timing

/// A file to verify.
struct VerifiedFile: Sendable {
  /// As it can be opened.
  let path: String
  /// How messages name it.
  let name: String
  /// What a manifest says of it.
  var record: Manifest.Output?
}

/// Files of one song, all verified in one pass.
struct VerifiedSong: Sendable {
  /// As it can be opened.
  let path: String
  let files: [VerifiedFile]
}

/// Renders a song again and compares the files that were made from it.
///
/// A file is compared at the depth that it has itself; its rate, channels and length have to be
/// the song's. Lossy files are encoded again, and what both decode to is compared. A MIDI file is
/// compared byte by byte.
struct Verification {
  private let song: VerifiedSong
  private let console: Console
  /// The cores to render on.
  private let threads: Int
  private var verdicts: [Verdict?]
  private var content: Song

  /// Cost: that of rendering the song, once for each depth of its files and once for each lossy
  /// file, and of reading the files.
  static func verdicts(
    on song: VerifiedSong, threads: Int, showsColor: Bool, progress: @escaping (Double) -> Void
  ) -> [Verdict] {
    let captured = CapturedConsole(showsColor: showsColor, progress: progress)
    do throws(Refusal) {
      var verification = Verification(
        song, try loadSong(song.path, on: captured.console).song, threads: threads,
        on: captured.console)
      try verification.run()
      var verdicts = verification.verdicts.map { $0! }
      verdicts[0].songMessages = captured.messages
      return verdicts
    } catch {
      var verdicts = song.files.map { file in
        Verdict(
          file: file.name, song: song.path,
          result: error.code == .wrongSong ? .badSong : .unreadable,
          message: "the song \(quoted(song.path)) cannot be used")
      }
      verdicts[0].songMessages = captured.messages
      return verdicts
    }
  }

  private init(_ song: VerifiedSong, _ content: Song, threads: Int, on console: Console) {
    self.song = song
    self.threads = threads
    self.content = content
    self.console = console
    verdicts = Array(repeating: nil, count: song.files.count)
  }

  private mutating func run() throws(Refusal) {
    var audio: [Int] = []
    for (index, file) in song.files.enumerated() {
      switch RenderPlan.Target(path: file.path)?.kind {
      case .midi?: verdicts[index] = midi(file)
      case .audio(let container)? where container.isLossy:
        verdicts[index] = try lossy(file, container)
      // What has an ending of no format of ours may still hold samples.
      case .audio?, nil: audio.append(index)
      }
    }
    // In the order of the files.
    for bits in Output.Bits.allCases { try compare(&audio, at: bits) }
    precondition(audio.isEmpty, "every depth is one of those")
  }

  // MARK: - Verdicts

  private func verdict(
    _ file: VerifiedFile, _ result: Verdict.Result, _ message: String = ""
  ) -> Verdict {
    Verdict(file: file.name, song: song.path, result: result, message: message)
  }

  private func unreadable(_ file: VerifiedFile, _ error: AudioFileError) -> Verdict {
    verdict(file, .unreadable, error.message)
  }

  // MARK: - Samples

  /// A comparison that can stand in a list.
  private final class Reader {
    var comparison: SampleComparison?
    init(_ comparison: consuming SampleComparison) { self.comparison = consume comparison }
  }

  /// Compares those files that have a depth, and takes them from the list.
  private mutating func compare(_ files: inout [Int], at bits: Output.Bits) throws(Refusal) {
    var readers: [(file: Int, reader: Reader)] = []
    var others: [Int] = []
    for index in files {
      let file = song.files[index]
      do throws(AudioFileError) {
        let comparison = try SampleComparison(opening: file.path, dither: dither)
        if let fact = factDifference(comparison) {
          verdicts[index] = verdict(file, .different, fact)
        } else if comparison.samples == bits.sampleFormat {
          readers.append((index, Reader(comparison)))
        } else {
          others.append(index)
        }
      } catch {
        verdicts[index] = unreadable(file, error)
      }
    }
    files = others
    guard !readers.isEmpty else { return }
    // The limiter leaves room for the dither of 16 bits.
    content.output.bits = bits
    let bank = try loadSounds(of: content, on: console)
    renderMix(
      of: content, bank: bank,
      encodings: readers.map { $0.reader.comparison!.encoding(at: content.output.rate) },
      threads: threads, on: console
    ) { blocks in
      for ((_, reader), block) in zip(readers, blocks) { reader.comparison!.add(block) }
    }
    for (index, reader) in readers {
      let outcome = reader.comparison.take()!.finish()
      verdicts[index] = verdict(on: song.files[index], outcome)
    }
  }

  private var dither: Dither? {
    content.output.dither == .auto ? Dither(seed: content.seed) : nil
  }

  /// What makes frames of a file and of the song two different things.
  private func factDifference(_ comparison: borrowing SampleComparison) -> String? {
    let output = content.output
    if comparison.hertz != output.rate.hertz {
      return "it has \(comparison.hertz) Hz, and the song gives \(output.rate.hertz) Hz"
    }
    if comparison.channels != output.channels {
      return "it has \(counted(comparison.channels, "channel")), and the song gives "
        + "\(output.channels)"
    }
    return nil
  }

  private func verdict(on file: VerifiedFile, _ outcome: SampleComparison.Outcome) -> Verdict {
    if outcome.isEqual { return verdictByRecord(on: file) }
    guard let difference = outcome.difference else {
      // What is there agrees: the file begins like the song.
      let end = min(outcome.found, outcome.expected)
      var result = verdict(
        file, .different,
        "it has \(outcome.found.index) frames, and the song gives \(outcome.expected.index)"
          + place(EventPlace(in: content, at: end), at: end))
      if let damage = outcome.damage { result.message += "; \(damage.message)" }
      return result
    }
    let event = EventPlace(in: content, at: difference.frame)
    var result = verdict(file, .different, text(of: difference, event, outcome))
    result.place = Verdict.Place(difference: difference, event: event)
    return result
  }

  private func text(
    of difference: SampleDifference, _ event: EventPlace?, _ outcome: SampleComparison.Outcome
  ) -> String {
    let channel =
      content.output.channels == 1 ? "" : difference.channel == 0 ? ", left" : ", right"
    var text =
      "frame \(difference.frame.index)\(channel): it has \(difference.found), and the song gives "
      + "\(difference.expected)" + place(event, at: difference.frame)
      + "; \(counted(difference.frames, "frame")) differ\(difference.frames == 1 ? "s" : ""), by "
      + "up to \(decibelText(Float(difference.largest)))"
    if outcome.found != outcome.expected {
      text +=
        "; it has \(outcome.found.index) frames, and the song gives "
        + "\(outcome.expected.index)"
    }
    return text
  }

  private func place(_ event: EventPlace?, at frame: Frame) -> String {
    let time = clockText(frame, at: content.output.rate)
    guard let event else { return "; \(time), before the first event" }
    return "; \(time), what starts last is \(event.text), at frame \(event.frame.index)"
  }

  /// Where the samples are the song's, the manifest may still be another's.
  private func verdictByRecord(on file: VerifiedFile) -> Verdict {
    guard let record = file.record, let audio = record.audio else { return verdict(file, .equal) }
    do throws(AudioFileError) {
      if try FileDigest(ofFile: file.path).sha256 != record.sha256,
        try decodedSummary(path: file.path).digest != audio.samples
      {
        return verdict(
          file, .different, "it holds what the song gives, but the manifest says something else")
      }
      return verdict(file, .equal)
    } catch {
      return unreadable(file, error)
    }
  }

  // MARK: - Lossy files

  private func lossy(
    _ file: VerifiedFile, _ container: AudioFormat.Container
  ) throws(Refusal) -> Verdict {
    do throws(AudioFileError) {
      var comparison = try SampleComparison(opening: file.path, dither: nil)
      // An encoder may keep another rate than it was given: only what it makes can tell.
      let scratch = try ScratchFile(ending: container.ending)
      try render(to: scratch.path, container)
      let expected = try SampleComparison(opening: scratch.path, dither: nil)
      let (hertz, channels) = (expected.hertz, expected.channels)
      if comparison.hertz != hertz || comparison.channels != channels {
        return verdict(
          file, .different,
          "it has \(comparison.hertz) Hz and \(counted(comparison.channels, "channel")), and the "
            + "song gives \(hertz) Hz and \(channels)")
      }
      guard comparison.samples == expected.samples else {
        return verdict(file, .different, "it is no \(container.name) file")
      }
      try comparison.add(decoding: scratch.path)
      return verdict(on: file, comparison.finish())
    } catch {
      return unreadable(file, error)
    }
  }

  private func render(
    to path: String, _ container: AudioFormat.Container
  ) throws(AudioFileError) {
    let plan = RenderPlan(
      targets: [RenderPlan.Target(path: path, kind: .audio(container))], excerpt: .whole,
      replacesOthers: true)
    do throws(RenderFailure) {
      _ = try Rendering(
        file: SongFile(path: song.path, song: content), plan: plan, console: console,
        threads: threads
      ).run()
    } catch {
      switch error {
      case .file(let error): throw error
      case .midi, .told:
        throw AudioFileError(
          path: path, cause: .encoderFailed(reason: "the song cannot be rendered"))
      }
    }
  }

  // MARK: - MIDI

  private func midi(_ file: VerifiedFile) -> Verdict {
    let found: [UInt8]
    do {
      found = try readInput(file.path)
    } catch {
      return verdict(file, .unreadable, "cannot read \(quoted(file.path)): \(error.reason)")
    }
    let format = (try? MIDIFileReader(found))?.format
    let options = MIDIOptions(
      format: format == .singleTrack ? .singleTrack : .simultaneousTracks,
      soundLengths: SoundLengths(reading: content).lengths)
    do throws(MIDIExportError) {
      let expected = try midiFile(of: content, options: options, version: tactusVersion).bytes
      guard let difference = MIDIFileDifference(found, expected) else {
        return verdict(file, .equal)
      }
      return verdict(file, .different, difference.text)
    } catch {
      return verdict(file, .badSong, "the song gives no MIDI file: \(error)")
    }
  }
}
