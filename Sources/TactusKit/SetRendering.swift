import AudioFiles
import Engine
import SongModel
import Sounds
import Timing
import Workers

/// Renders a set: song after song into the same files, so that memory does not grow with the set.
///
/// Each song has the samples of its own file, bit for bit.
struct SetRendering {
  /// All of its songs have one rate, one number of channels and one of bits.
  let file: SetFile
  /// Of audio files alone.
  let plan: RenderPlan
  let console: Console
  /// The cores to render on.
  var threads = WorkerPool.cores

  /// Where an item of the set stands in the file.
  private struct Part {
    let song: Int
    let start: Frame
    /// What is silent after it.
    let pause: Frame
  }

  private var output: Output { file.songs[0].song.output }

  func run() throws(RenderFailure) -> RenderResult {
    for target in plan.targets { try plan.check(target, output) }
    let extents = try self.extents()
    let (parts, total) = parts(extents)
    let workers = WorkerPool.forRendering(total, at: output.rate, threads: threads)
    let outputs = try inFiles { () throws(AudioFileError) in
      try plan.targets.map { target throws(AudioFileError) in
        try output(target, parts, frames: total, workers)
      }
    }
    let progress = ProgressBar(plan.targets[0].path, total: total, rate: output.rate, on: console)
    var songs: [RenderedSong] = []
    for part in parts {
      songs.append(try render(part, extents[part.song], into: outputs, workers, progress))
      try inFiles { () throws(AudioFileError) in
        for output in outputs { try appendSilence(part.pause, to: output) }
      }
    }
    progress.finish()
    return try inFiles { () throws(AudioFileError) in try finish(outputs, songs) }
  }

  private func inFiles<Result>(_ body: () throws(AudioFileError) -> Result) throws(RenderFailure)
    -> Result
  {
    do throws(AudioFileError) { return try body() } catch { throw .file(error) }
  }

  // MARK: - Before the work

  /// How long each song is; the mistakes of all their sounds are told.
  private func extents() throws(RenderFailure) -> [Extent] {
    var extents: [Extent] = []
    var code = ExitCode.done
    for file in file.songs {
      do throws(Refusal) {
        extents.append(Extent(of: file.song, bank: try loadSounds(of: file.song, on: console)))
      } catch {
        if code != .wrongSong { code = error.code }
      }
    }
    if code != .done { throw .told(code) }
    return extents
  }

  private func parts(_ extents: [Extent]) -> (parts: [Part], total: Frame) {
    var parts: [Part] = []
    var end = Frame.zero
    for (item, song) in zip(file.list.items, file.order) {
      // Nothing comes after the last one.
      let isLast = parts.count == file.order.count - 1
      let pause = isLast ? .zero : Seconds(item.pause).frame(at: output.rate)
      parts.append(Part(song: song, start: end, pause: pause))
      end = end + extents[song].frames + pause
    }
    return (parts, end)
  }

  private func output(
    _ target: RenderPlan.Target, _ parts: [Part], frames: Frame, _ workers: WorkerPool?
  ) throws(AudioFileError) -> AudioOutput {
    guard case .audio(let container) = target.kind else {
      preconditionFailure("a MIDI file has no samples")
    }
    let metadata = AudioMetadata(
      tags: AudioTags(
        title: file.list.title, comment: file.list.comment, software: softwareTag),
      markers: parts.map {
        AudioWriter.Marker(frame: $0.start, label: file.songs[$0.song].title)
      })
    return AudioOutput(
      try AudioWriter(
        creating: target.path, format: output.format(container), metadata: metadata,
        expectedFrames: frames, compression: plan.compression, workers: workers))
  }

  // MARK: - The work

  private func render(
    _ part: Part, _ extent: Extent, into outputs: [AudioOutput], _ workers: WorkerPool?,
    _ progress: ProgressBar
  ) throws(RenderFailure) -> RenderedSong {
    let song = file.songs[part.song].song
    let bank: SoundBank
    do throws(Refusal) {
      bank = try loadSounds(of: song, on: console)
    } catch {
      throw .told(error.code)
    }
    let level = MasterLevel(
      of: song, bank: bank, frames: extent.frames, workers: workers, on: console)
    // Noise counts from the song's own start.
    let dither = song.output.dither == .auto ? Dither(seed: song.seed) : nil
    let rendering = StretchRendering(
      song: song, bank: bank, stretch: level.stretch(from: .zero, to: extent.frames),
      master: level.master, encodings: outputs.map { $0.encoding.dithered(by: dither) },
      measuresLanes: false, workers: workers)
    let found = try inFiles { () throws(AudioFileError) in
      try rendering.run { frames, blocks throws(AudioFileError) in
        for (output, block) in zip(outputs, blocks.mix) { try output.append(block) }
        progress.update(part.start + Frame(frames.upperBound))
      }
    }
    let levels = Levels(found.mixLevels.reading, lufs: found.mixLevels.lufs)
    return RenderedSong(
      title: file.songs[part.song].title, start: part.start, frames: extent.frames,
      events: extent.events.reduce(0, +), levels: levels, shortfall: level.shortfall(of: levels))
  }

  private func appendSilence(_ frames: Frame, to output: AudioOutput) throws(AudioFileError) {
    let block = output.encoding.makeBlock()
    var left = frames.index
    while left > 0 {
      let count = min(left, 1 << 16)
      // Nothing of it is read.
      let silence = withUnsafePointer(to: 0 as Int32) {
        SampleBlock(
          .integers($0), frames: count, channels: self.output.channels, sounding: [])
      }
      output.encoding.encode(silence, from: .zero, into: block)
      try output.append(block)
      left -= count
    }
  }

  private func finish(
    _ outputs: [AudioOutput], _ songs: [RenderedSong]
  ) throws(AudioFileError) -> RenderResult {
    var result = RenderResult()
    result.songs = songs
    let levels = songs.map(\.levels)
    let firstOver = songs.first { $0.levels.firstOver != nil }
    // Of a set as a whole there is no loudness: each song has its own.
    let whole = Levels(
      peak: levels.map(\.peak).max() ?? 0, truePeak: levels.map(\.truePeak).max() ?? 0,
      loudness: nil, framesOver: levels.map(\.framesOver).reduce(0, +),
      firstOver: firstOver.map { $0.start + $0.levels.firstOver! })
    for output in outputs {
      let summary = try output.finish()
      result.files.append(
        RenderedFile(
          path: summary.path, content: .audio(summary, whole),
          events: songs.map(\.events).reduce(0, +)))
    }
    return result
  }
}
