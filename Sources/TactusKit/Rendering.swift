import AudioFiles
import Engine
import MIDIFiles
import Scheduler
import SongModel
import Sounds
import Timing

/// What a song is to become: the files, and what the command line says of them.
struct RenderPlan {
  /// A file to write, known by its ending.
  struct Target: Hashable {
    enum Kind: String, CaseIterable {
      case wav, flac
      case midi = "mid"
    }

    let path: String
    let kind: Kind

    /// - Returns: `nil` where the path's ending is no format that can be written.
    init?(path: String) {
      guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/"),
        let kind = Kind(rawValue: path[dot...].dropFirst().lowercased())
      else { return nil }
      self.path = path
      self.kind = kind
    }

    init(path: String, kind: Kind) {
      self.path = path
      self.kind = kind
    }
  }

  var targets: [Target]
  var excerpt: Excerpt
  var replacesOthers: Bool
}

/// What a rendered file holds, for the report.
struct RenderedFile {
  enum Content {
    case audio(AudioWriter.Summary)
    case midi(MIDIReport, bytes: Int)
  }

  let path: String
  let content: Content
  /// The sounds in it.
  let events: Int
}

/// What is known of a song before its first sample: how long its audio will be, and how much
/// happens.
struct Extent {
  let frames: Frame
  let events: Int

  /// Walks through all events once. Cost: linear in their number.
  ///
  /// - Parameter excerpt: where the events are counted.
  init(of song: Song, sounds: [SampleBuffer], at rate: SampleRate, in excerpt: Excerpt) {
    var lastVoice = Frame.zero
    var events = 0
    for event in EventStream(song, at: rate) {
      lastVoice = max(lastVoice, event.frame + Frame(sounds[event.sound].frames))
      let isInside = event.frame >= excerpt.start && excerpt.end.map { event.frame < $0 } ?? true
      if isInside { events += 1 }
    }
    self.events = events
    let end = song.endTime
    switch song.output.tail {
    case .auto: frames = max(end.frame(at: rate), lastVoice)
    case .none: frames = end.frame(at: rate)
    case .time(let tail): frames = (end + Seconds(tail)).frame(at: rate)
    }
  }
}

/// Renders a song to all its files in one pass.
struct Rendering {
  let file: SongFile
  let plan: RenderPlan
  let console: Console

  private var song: Song { file.song }

  /// - Returns: the files in the order of the plan's targets.
  func run() throws(RenderFailure) -> [RenderedFile] {
    for target in plan.targets { try checkIsReplaceable(target.path) }
    let audio = plan.targets.filter { $0.kind != .midi }
    var files: [String: RenderedFile] = [:]
    // The MIDI file is made first: what it cannot hold is known before the long work.
    var pending: [(path: String, bytes: [UInt8], report: MIDIReport)] = []
    for target in plan.targets where target.kind == .midi {
      let midi = try midiFile(target)
      pending.append((target.path, midi.bytes, midi.report))
    }
    if !audio.isEmpty {
      for rendered in try renderAudio(audio) { files[rendered.path] = rendered }
    }
    for (path, bytes, report) in pending {
      do throws(AudioFileError) {
        var output = try OutputFile(creating: path)
        try output.write(bytes)
        try output.commit()
      } catch {
        throw .file(error)
      }
      files[path] = RenderedFile(
        path: path, content: .midi(report, bytes: bytes.count),
        events: report.tracks.reduce(0) { $0 + $1.notes })
    }
    return plan.targets.map { files[$0.path]! }
  }

  private func checkIsReplaceable(_ path: String) throws(RenderFailure) {
    if plan.replacesOthers || OutputFile.isStream(path: path) { return }
    guard fileExists(path), !isWrittenByTactus(path: path) else { return }
    throw .file(AudioFileError(path: path, cause: .exists))
  }

  private func midiFile(_ target: RenderPlan.Target) throws(RenderFailure) -> (
    bytes: [UInt8], report: MIDIReport
  ) {
    do throws(MIDIExportError) {
      return try MIDIFiles.midiFile(of: song, version: tactusVersion)
    } catch {
      throw .midi(target.path, error)
    }
  }

  private func renderAudio(_ targets: [RenderPlan.Target]) throws(RenderFailure) -> [RenderedFile] {
    let rate = song.output.rate
    let sounds: [SampleBuffer]
    do throws(Refusal) {
      sounds = try loadSounds(of: song, at: rate, on: console)
    } catch {
      throw .told(error.code)
    }
    let extent = Extent(of: song, sounds: sounds, at: rate, in: plan.excerpt)
    let start = min(plan.excerpt.start, extent.frames)
    let end = min(plan.excerpt.end ?? extent.frames, extent.frames)
    do throws(AudioFileError) {
      let markers = sectionMarkers(from: start, to: end, at: rate)
      let writers = try targets.map { target throws(AudioFileError) in
        try writer(for: target, frames: end - start, markers: markers)
      }
      let progress = ProgressBar(
        targets[0].path, total: end - start, rate: rate, on: console)
      var mixer = Mixer(song, sounds: sounds, rate: rate, channels: song.output.channels)
      mixer.skip(to: start)
      let block = StereoBlock()
      while mixer.position < end {
        let count = min(Mixer.largestBlock, (end - mixer.position).index)
        mixer.render(left: block.left, right: block.right, count: count)
        for writer in writers {
          try writer.write(block, count: count)
        }
        progress.update(mixer.position - start)
      }
      progress.finish()
      return try writers.map { writer throws(AudioFileError) in
        let summary = try writer.finish()
        return RenderedFile(
          path: summary.path, content: .audio(summary), events: extent.events)
      }
    } catch {
      throw .file(error)
    }
  }

  private func writer(
    for target: RenderPlan.Target, frames: Frame, markers: [AudioWriter.Marker]
  ) throws(AudioFileError) -> AudioTarget {
    let output = song.output
    let format = AudioFormat(
      container: target.kind == .flac ? .flac : .wav, samples: output.bits.sampleFormat,
      rate: output.rate, channels: output.channels)
    let tags = AudioTags(
      title: song.title, artist: song.artist, comment: song.comment, software: softwareTag)
    return AudioTarget(
      try AudioWriter(
        creating: target.path, format: format,
        metadata: AudioMetadata(tags: tags, markers: markers), expectedFrames: frames))
  }

  /// Where each section begins.
  private func sectionMarkers(from start: Frame, to end: Frame, at rate: SampleRate)
    -> [AudioWriter.Marker]
  {
    Occurrences(song).compactMap { occurrence in
      let frame = occurrence.startTime.frame(at: rate)
      guard (start..<max(end, start + Frame(1))).contains(frame) else { return nil }
      return AudioWriter.Marker(frame: frame - start, label: occurrence.name)
    }
  }
}

/// Why a song was not rendered.
enum RenderFailure: Error {
  case file(AudioFileError)
  case midi(String, MIDIExportError)
  /// It has been told already.
  case told(ExitCode)
}

/// Two channels of a block.
private final class StereoBlock {
  let left = UnsafeMutablePointer<Float>.allocate(capacity: Mixer.largestBlock)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: Mixer.largestBlock)

  init() {
    left.initialize(repeating: 0, count: Mixer.largestBlock)
    right.initialize(repeating: 0, count: Mixer.largestBlock)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }
}

/// A writer that can stand in a list.
private final class AudioTarget {
  private var writer: AudioWriter?
  private let isStereo: Bool

  init(_ writer: consuming AudioWriter) {
    isStereo = writer.format.channels == 2
    self.writer = consume writer
  }

  func write(_ block: StereoBlock, count: Int) throws(AudioFileError) {
    try writer!.write(
      left: UnsafeBufferPointer(start: block.left, count: count),
      right: isStereo ? UnsafeBufferPointer(start: block.right, count: count) : nil)
  }

  func finish() throws(AudioFileError) -> AudioWriter.Summary {
    guard let complete = writer.take() else { preconditionFailure("a file is finished once") }
    return try complete.finish()
  }
}

extension Output.Bits {
  var sampleFormat: SampleFormat {
    switch self {
    case .int16: .int16
    case .int24: .int24
    case .int32: .int32
    case .float32: .float32
    }
  }
}
