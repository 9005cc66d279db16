import AudioFiles
import SongModel
import Timing

/// Looks at a song of a batch, and renders it. Every function may be called by several threads at
/// once, each for a song of its own.
struct SongWork: Sendable {
  /// The output folder.
  let folder: String
  /// `nil` for the format that each song names.
  let kinds: [RenderPlan.Target.Kind]?
  let replacesOthers: Bool
  let showsColor: Bool
  /// The cores for each song: what the jobs leave over where there are few songs.
  let threads: Int
  let digests: InputDigests

  /// What is known of a song before it is rendered.
  struct Survey: Sendable {
    /// `nil` where it has to be rendered.
    var outcome: BatchOutcome?
    /// What it is to become.
    var kinds: [RenderPlan.Target.Kind] = []
    /// The kits that it names, as they can be opened.
    var kits: [String] = []
    /// How long it lasts in seconds, about.
    var seconds = 0.0
  }

  /// Reads a song for its mistakes, and tells whether what an earlier run made of it still holds.
  func survey(_ song: BatchSong, record: [Manifest.Output]?) -> Survey {
    let captured = CapturedConsole(showsColor: showsColor)
    let trace = InputTrace(song.path)
    var survey = Survey()
    do throws(Refusal) {
      let reading = try readSongFile(song.path, read: trace.read, on: captured.console)
      survey.kits = trace.kits
      if reading.isSet {
        survey.outcome = BatchOutcome(state: .set)
        return survey
      }
      guard let content = reading.song else {
        captured.console.showTroubles(reading.diagnostics)
        throw Refusal(code: reading.code)
      }
      survey.kinds = kinds ?? [RenderPlan.Target.Kind(ending: content.output.format)!]
      let frames = content.endTime.frame(at: content.output.rate).index
      survey.seconds = Double(frames) / Double(content.output.rate.hertz)
      if let record {
        trace.addSamples(content.samplePaths, digests)
        if holds(record, of: song, as: survey.kinds, trace.inputs) {
          survey.outcome = BatchOutcome(state: .unchanged(record))
        }
      }
    } catch {
      survey.outcome = BatchOutcome(state: .failed(error.code), messages: captured.messages)
    }
    return survey
  }

  /// Whether outputs are those of this song, these formats, inputs and version, and on the disk as
  /// they are recorded.
  private func holds(
    _ record: [Manifest.Output], of song: BatchSong, as kinds: [RenderPlan.Target.Kind],
    _ inputs: [Manifest.Input]
  ) -> Bool {
    let wanted = kinds.map { PathName(path(of: song, $0)) }
    guard record.count == wanted.count, Set(record.map(\.path)) == Set(wanted) else { return false }
    return record.allSatisfy { output in
      guard output.version == tactusVersion, output.inputs == inputs,
        let file = try? FileDigest(ofFile: Paths.join(folder, output.path.text))
      else { return false }
      return file.sha256 == output.sha256
    }
  }

  /// The path of an output, counted from the output folder.
  func path(of song: BatchSong, _ kind: RenderPlan.Target.Kind) -> String {
    "\(song.stem.text).\(kind.ending)"
  }

  /// Renders a song to all its files.
  ///
  /// - Parameters:
  ///   - outputs: the files that the batch writes, from the root, which none of its songs may use.
  ///   - progress: told how far it has come, from 0 to 1.
  func render(
    _ song: BatchSong, as kinds: [RenderPlan.Target.Kind], outputs: Set<PathName>,
    progress: @escaping (Double) -> Void
  ) -> BatchOutcome {
    let captured = CapturedConsole(showsColor: showsColor, progress: progress)
    let console = captured.console
    do throws(Refusal) {
      let trace = InputTrace(song.path)
      let reading = try readSongFile(song.path, read: trace.read, on: console)
      console.showTroubles(reading.diagnostics)
      guard let content = reading.song else { throw Refusal(code: reading.code) }
      let samples = content.samplePaths
      for path in samples where outputs.contains(PathName(Paths.absolute(path))) {
        console.message(
          "tactus: \(quoted(song.path)) uses \(quoted(path)), which this batch writes")
        throw Refusal(code: .fileTrouble)
      }
      trace.addSamples(samples, digests)
      let result = try render(
        SongFile(path: song.path, song: content), as: kinds, of: song, on: console)
      var records: [Manifest.Output] = []
      for (file, kind) in zip(result.files, kinds) {
        records.append(try record(of: file, kind, song, trace.inputs, on: console))
      }
      var outcome = BatchOutcome(state: .rendered(records), messages: captured.messages)
      outcome.seconds =
        records.compactMap(\.audio).map { Double($0.frames) / Double($0.rate) }.max() ?? 0
      return outcome
    } catch {
      return BatchOutcome(state: .failed(error.code), messages: captured.messages)
    }
  }

  private func render(
    _ file: SongFile, as kinds: [RenderPlan.Target.Kind], of song: BatchSong, on console: Console
  ) throws(Refusal) -> RenderResult {
    let parent = String(Paths.folder(of: Paths.join(folder, song.stem.text)))
    let code = Paths.makeFolders(parent)
    if code != 0 {
      let error = AudioFileError(path: parent, cause: .system(.create, SystemError(code: code)))
      console.message("tactus: \(error.description)")
      throw Refusal(code: .fileTrouble)
    }
    let plan = RenderPlan(
      targets: kinds.map { kind in
        RenderPlan.Target(path: Paths.join(folder, path(of: song, kind)), kind: kind)
      }, excerpt: .whole, replacesOthers: replacesOthers)
    do throws(RenderFailure) {
      let result = try Rendering(file: file, plan: plan, console: console, threads: threads).run()
      for warning in RenderReport(result: result).warnings {
        console.message("tactus: warning: \(warning)")
      }
      return result
    } catch {
      let code = error.tell(on: console)
      // A file of a batch is no output of the batch's own that somebody may stop reading.
      throw Refusal(code: code == .outputClosed ? .fileTrouble : code)
    }
  }

  /// What the manifest says of a file that has been written.
  private func record(
    of file: RenderedFile, _ kind: RenderPlan.Target.Kind, _ song: BatchSong,
    _ inputs: [Manifest.Input], on console: Console
  ) throws(Refusal) -> Manifest.Output {
    do throws(AudioFileError) {
      let digest = try FileDigest(ofFile: file.path)
      var audio: Manifest.Audio?
      if case .audio(let summary, let levels) = file.content {
        audio = Manifest.Audio(summary, levels, samples: try decodedSummary(path: file.path).digest)
      }
      return Manifest.Output(
        path: PathName(path(of: song, kind)), song: song.name, format: kind.ending,
        sha256: digest.sha256, bytes: digest.bytes, audio: audio, events: file.events,
        version: tactusVersion, inputs: inputs)
    } catch {
      console.message("tactus: \(error.description)")
      throw Refusal(code: .fileTrouble)
    }
  }
}

extension Manifest.Audio {
  fileprivate init(_ summary: AudioWriter.Summary, _ levels: Levels, samples: String) {
    func number(_ value: Rational?) -> String? { value?.formatted(decimals: 2) }
    let format = summary.format
    self.init(
      samples: samples, frames: summary.frames.index, rate: format.rate.hertz,
      channels: format.channels, bits: format.container.isLossy ? nil : format.samples.bits,
      isFloat: format.samples == .float32 && !format.container.isLossy, peak: "\(levels.peak)",
      peakDecibels: number(decibels(levels.peak)),
      truePeakDecibels: number(decibels(levels.truePeak)), loudness: number(levels.loudness))
  }
}

extension Song {
  /// The files that its sounds are read from, in the order of the kit.
  var samplePaths: [String] {
    var known: Set<PathName> = []
    var paths: [String] = []
    for sound in soundsHeard {
      for case .file(let path) in sounds[sound].takes.map(\.source)
      where known.insert(PathName(path)).inserted {
        paths.append(path)
      }
    }
    return paths
  }
}

extension Excerpt {
  /// All of a file.
  static let whole = Excerpt()

  private init() {
    start = .zero
    end = nil
  }
}
