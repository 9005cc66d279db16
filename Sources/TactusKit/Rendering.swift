import AudioFiles
import Engine
import MIDIFiles
import Scheduler
import SongModel
import Timing
import Workers

/// What a rendered file holds, for the report.
struct RenderedFile {
  enum Content {
    case audio(AudioWriter.Summary, Levels)
    case midi(MIDIReport, bytes: Int)
  }

  let path: String
  let content: Content
  /// The sounds in it.
  let events: Int
  /// The track that it is a stem of.
  var track: String?
}

/// What has been rendered.
struct RenderResult {
  /// In the order of the plan's targets, then the stems.
  var files: [RenderedFile] = []
  /// How loud each track is before the master, in the order of the lanes; none without audio.
  var tracks: [(name: String, levels: Levels, events: Int)] = []
  /// What could not be read and is not needed, a line each.
  var warnings: [String] = []
  /// What was asked for and could not be had.
  var shortfall: MasterLevel.Shortfall?
  /// Of a set, in their order; none of a song.
  var songs: [RenderedSong] = []
}

/// A song of a set in the set's file.
struct RenderedSong {
  let title: String
  /// Where it begins, and how long it is without the pause after it.
  let start: Frame
  let frames: Frame
  let events: Int
  let levels: Levels
  let shortfall: MasterLevel.Shortfall?
}

/// Why a song was not rendered.
enum RenderFailure: Error {
  case file(AudioFileError)
  case midi(String, MIDIExportError)
  /// It has been told already.
  case told(ExitCode)

  /// Tells it on standard error.
  ///
  /// - Returns: the code that a command ends with.
  func tell(on console: Console) -> ExitCode {
    switch self {
    case .file(let error):
      console.message("tactus: \(error.description)")
      return error.cause == .readerGone ? .outputClosed : .fileTrouble
    case .midi(let path, let error):
      console.message("tactus: cannot write \(quoted(path)): \(error)")
      return .fileTrouble
    case .told(let code): return code
    }
  }
}

/// Renders a song to all its files in one pass.
struct Rendering {
  let file: SongFile
  let plan: RenderPlan
  let console: Console
  /// The cores to render on.
  var threads = WorkerPool.cores

  private var song: Song { file.song }

  func run() throws(RenderFailure) -> RenderResult {
    for target in plan.targets { try plan.check(target, song.output) }
    let audio = plan.targets.filter { $0.kind != .midi }
    let bank = audio.isEmpty && plan.stems == nil ? nil : try loadBank()
    var files: [RenderedFile?] = Array(repeating: nil, count: plan.targets.count)
    let (options, warnings) = midiOptions(bank)
    // The MIDI file is made first: what it cannot hold is known before the long work.
    var pending: [(place: Int, bytes: [UInt8], report: MIDIReport)] = []
    for (place, target) in plan.targets.enumerated() where target.kind == .midi {
      let midi = try midiFile(target, options)
      pending.append((place, midi.bytes, midi.report))
    }
    var result = RenderResult()
    if let bank {
      result = try renderAudio(audio, bank)
      let places = plan.targets.indices.filter { plan.targets[$0].kind != .midi }
      for (place, file) in zip(places, result.files) { files[place] = file }
    }
    for (place, bytes, report) in pending {
      let path = plan.targets[place].path
      try write(bytes, to: path)
      files[place] = RenderedFile(
        path: path, content: .midi(report, bytes: bytes.count),
        events: report.tracks.reduce(0) { $0 + $1.notes })
    }
    result.files = files.map { $0! } + result.files.dropFirst(audio.count)
    result.warnings = warnings
    return result
  }

  // MARK: - Before the work

  // MARK: - MIDI

  /// How MIDI files are written, with the lengths of sounds where those matter, and what could not
  /// be read for it.
  private func midiOptions(_ bank: SoundBank?) -> (MIDIOptions, warnings: [String]) {
    var options = plan.midi
    guard plan.targets.contains(where: { $0.kind == .midi }), options.noteLength == nil else {
      return (options, [])
    }
    let sounds = bank.map { SoundLengths(of: song, in: $0) } ?? SoundLengths(reading: song)
    options.soundLengths = sounds.lengths
    return (options, sounds.warnings)
  }

  private func midiFile(
    _ target: RenderPlan.Target, _ options: MIDIOptions
  ) throws(RenderFailure) -> (bytes: [UInt8], report: MIDIReport) {
    do throws(MIDIExportError) {
      return try MIDIFiles.midiFile(of: song, options: options, version: tactusVersion)
    } catch {
      throw .midi(target.path, error)
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(RenderFailure) {
    do throws(AudioFileError) {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw .file(error)
    }
  }

  // MARK: - Audio

  private func loadBank() throws(RenderFailure) -> SoundBank {
    do throws(Refusal) {
      return try loadSounds(of: song, on: console)
    } catch {
      throw .told(error.code)
    }
  }

  private func renderAudio(
    _ targets: [RenderPlan.Target], _ bank: SoundBank
  ) throws(RenderFailure) -> RenderResult {
    let extent = Extent(of: song, bank: bank, from: plan.excerpt.start, to: plan.excerpt.end)
    let start = min(plan.excerpt.start, extent.frames)
    let end = min(plan.excerpt.end ?? extent.frames, extent.frames)
    let workers = WorkerPool.forRendering(end - start, at: bank.rate, threads: threads)
    let level = MasterLevel(
      of: song, bank: bank, frames: extent.frames, workers: workers, on: console)
    let contents = metadata(from: start, to: end, of: extent.frames)
    do throws(AudioFileError) {
      let outputs = try targets.map { target throws(AudioFileError) in
        try output(target, contents, frames: end - start, workers)
      }
      let stems = try self.stems(extent.lanes, contents, frames: end - start, workers)
      let progress = ProgressBar(
        targets.first?.path ?? plan.stems ?? "", total: end - start, rate: bank.rate, on: console)
      let rendering = StretchRendering(
        song: song, bank: bank, stretch: level.stretch(from: start, to: end), master: level.master,
        encodings: outputs.map(\.encoding),
        stems: Dictionary(
          uniqueKeysWithValues: zip(extent.lanes, stems).map { ($0, $1.encoding) }),
        workers: workers)
      let levels = try rendering.run { frames, blocks throws(AudioFileError) in
        for (output, block) in zip(outputs, blocks.mix) { try output.append(block) }
        for (lane, stem) in zip(extent.lanes, stems) { try stem.append(blocks.stems[lane]!) }
        progress.update(Frame(frames.upperBound))
      }
      progress.finish()
      return try finish(outputs, stems, extent, levels, level)
    } catch {
      throw .file(error)
    }
  }

  private func finish(
    _ outputs: [AudioOutput], _ stems: [AudioOutput], _ extent: Extent, _ levels: StretchLevels,
    _ level: MasterLevel
  ) throws(AudioFileError) -> RenderResult {
    var result = RenderResult()
    let mix = Levels(levels.mixLevels.reading, lufs: levels.mixLevels.lufs)
    for lane in extent.lanes {
      let (reading, lufs) = levels.levels(ofLane: lane)
      result.tracks.append(
        (song.name(ofLane: lane), Levels(reading, lufs: lufs), extent.events[lane]))
    }
    for output in outputs {
      let summary = try output.finish()
      result.files.append(
        RenderedFile(
          path: summary.path, content: .audio(summary, mix), events: extent.events.reduce(0, +)))
    }
    for (index, stem) in stems.enumerated() {
      let (summary, track) = (try stem.finish(), result.tracks[index])
      result.files.append(
        RenderedFile(
          path: summary.path, content: .audio(summary, track.levels), events: track.events,
          track: track.name))
    }
    result.shortfall = level.shortfall(of: plan.excerpt.isWhole ? mix : nil)
    return result
  }

  // MARK: - Files

  private func output(
    _ target: RenderPlan.Target, _ contents: AudioMetadata, frames: Frame,
    _ workers: WorkerPool?, stem: Int = 0
  ) throws(AudioFileError) -> AudioOutput {
    guard case .audio(let container) = target.kind else {
      preconditionFailure("a MIDI file has no samples")
    }
    // Each stem has noise of its own.
    let dither = Dither(
      seed: song.seed &+ UInt64(stem) &* 0x9e37_79b9_7f4a_7c15, firstFrame: contents.timeReference)
    return AudioOutput(
      try AudioWriter(
        creating: target.path, format: song.output.format(container), metadata: contents,
        expectedFrames: frames, dither: song.output.dither == .auto ? dither : nil,
        compression: plan.compression, workers: workers))
  }

  private func stems(
    _ lanes: [Int], _ contents: AudioMetadata, frames: Frame, _ workers: WorkerPool?
  ) throws(AudioFileError) -> [AudioOutput] {
    guard let folder = plan.stems else { return [] }
    let code = StemFiles.makeFolder(folder)
    if code != 0 {
      throw AudioFileError(path: folder, cause: .system(.create, SystemError(code: code)))
    }
    let named = RenderPlan.Target.Kind(ending: song.output.format)
    let kind = named == .midi ? .audio(.wav) : named!
    let paths = StemFiles.paths(of: song, lanes: lanes, in: folder, ending: kind.ending)
    for path in paths { try plan.checkIsReplaceable(path) }
    var stems: [AudioOutput] = []
    for (lane, path) in zip(lanes, paths) {
      stems.append(
        try output(
          RenderPlan.Target(path: path, kind: kind), contents, frames: frames, workers,
          stem: lane + 1))
    }
    return stems
  }

  /// What the files say of themselves.
  private func metadata(from start: Frame, to end: Frame, of frames: Frame) -> AudioMetadata {
    let isWhole = start == .zero && end == frames
    return AudioMetadata(
      tags: AudioTags(
        title: song.title, artist: song.artist, comment: song.comment, software: softwareTag),
      markers: sectionMarkers(from: start, to: end),
      loop: song.output.loop && isWhole && end > .zero ? .zero..<end : nil, timeReference: start)
  }

  /// Where each section begins as it is heard.
  private func sectionMarkers(from start: Frame, to end: Frame) -> [AudioWriter.Marker] {
    song.passagesHeard().compactMap { passage in
      let frame = passage.startTime.frame(at: song.output.rate)
      guard (start..<max(end, start + Frame(1))).contains(frame) else { return nil }
      return AudioWriter.Marker(frame: frame - start, label: passage.occurrence.name)
    }
  }
}
