import AudioFiles
import Engine
import SongModel
import Timing
import Workers

/// Renders the whole mix of a song once more and hands it over chunk by chunk, the same samples as
/// go into its files.
///
/// - Parameters:
///   - bank: all that the song plays.
///   - encodings: what it is encoded for.
///   - threads: the cores to render on.
///   - console: shows progress.
///   - take: gets a block for each of the encodings.
func renderMix(
  of song: Song, bank: SoundBank, encodings: [SampleEncoding], threads: Int, on console: Console,
  take: ([EncodedBlock]) -> Void
) {
  let frames = Extent(of: song, bank: bank).frames
  let workers = WorkerPool.forRendering(frames, at: bank.rate, threads: threads)
  let level = MasterLevel(of: song, bank: bank, frames: frames, workers: workers, on: console)
  let progress = ProgressBar("verifying", total: frames, rate: bank.rate, on: console)
  let rendering = StretchRendering(
    song: song, bank: bank, stretch: level.stretch(from: .zero, to: frames), master: level.master,
    encodings: encodings, measuresLanes: false, workers: workers)
  _ = rendering.run { frames, blocks throws(Never) in
    take(blocks.mix)
    progress.update(Frame(frames.upperBound))
  }
  progress.finish()
}
