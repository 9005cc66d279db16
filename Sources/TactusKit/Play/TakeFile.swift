import AudioFiles
import Glibc
import Live
import Scheduler
import SongModel
import Sounds
import Synchronization
import Timing
import Workers

/// Writes down what comes in while a song plays: its first frame is what was played to the song's
/// first frame. On the way out and in again a sound takes a while, which is taken off.
///
/// It is written by a thread of its own while it comes in.
final class TakeFile: @unchecked Sendable {
  // Between start and finish only the thread uses the file.

  let path: String
  private let output: JackOutput
  private let file: AudioOutput
  private let channels: Int
  /// Frames at the beginning that came in before anybody can have heard the song.
  private var early: Int
  /// How many frames have to come in after one was played, for all that answers it.
  let lag: Int
  private var frames = 0
  private var failure: AudioFileError?
  private let isRunning = Atomic(true)
  private let pool = WorkerPool(count: 1)
  private var end: Future<Bool>?

  private static let block = 4096

  /// - Parameter channels: how many come in, 1 or 2.
  init(
    _ path: String, of played: PlayedSong, _ output: JackOutput, channels: Int, replacing: Bool
  ) throws(AudioFileError) {
    if !replacing && fileExists(path) { throw AudioFileError(path: path, cause: .exists) }
    let rate = played.player.rate
    let song = played.song
    let markers = Occurrences(song).map { occurrence in
      AudioWriter.Marker(
        frame: max(.zero, occurrence.startTime.frame(at: rate)), label: occurrence.name)
    }
    file = AudioOutput(
      try AudioWriter(
        creating: path,
        // Nothing that comes in is cut.
        format: AudioFormat(container: .wav, samples: .float32, rate: rate, channels: channels),
        metadata: AudioMetadata(
          tags: AudioTags(
            title: song.title, artist: song.artist, comment: song.comment, software: softwareTag),
          markers: markers), expectedFrames: song.endTime.frame(at: rate)))
    self.path = path
    self.output = output
    self.channels = channels
    lag = output.roundTrip + played.delay.index
    early = lag
  }

  func start() {
    end = pool.run { [self] in
      while isRunning.load(ordering: .relaxed) {
        if !writeSome() { usleep(20_000) }
      }
      while writeSome() {}
      return true
    }
  }

  /// Completes the file.
  func finish() throws(AudioFileError) -> AudioWriter.Summary {
    isRunning.store(false, ordering: .relaxed)
    _ = end?.value()
    if let failure { throw failure }
    return try file.finish()
  }

  /// - Returns: whether there was anything.
  private func writeSome() -> Bool {
    var samples = [Float](repeating: 0, count: TakeFile.block * channels)
    let count = output.takeInput(upTo: TakeFile.block) { frame, channel, sample in
      samples[frame * channels + channel] = sample
    }
    guard count > 0, failure == nil else { return count > 0 }
    let skipped = min(early, count)
    early -= skipped
    guard skipped < count else { return true }
    do throws(AudioFileError) {
      try samples.withUnsafeBufferPointer { samples throws(AudioFileError) in
        let block = file.encoding.makeBlock()
        file.encoding.encode(
          SampleBlock(
            .floats(samples.baseAddress! + skipped * channels), frames: count - skipped,
            channels: channels, sounding: [0..<count - skipped]),
          from: Frame(frames), into: block)
        try file.append(block)
      }
      frames += count - skipped
    } catch {
      failure = error
    }
    return true
  }
}
