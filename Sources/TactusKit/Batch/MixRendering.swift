import Engine
import SongModel
import Timing

/// Renders the whole mix of a song and hands it over block by block, the same samples as go into
/// its files before they are brought to a depth.
///
/// - Parameters:
///   - bank: all that the song plays.
///   - console: shows progress.
///   - take: gets the left and the right channel, the latter `nil` in mono, and how many frames.
func renderMix(
  of song: Song, bank: SoundBank, on console: Console,
  take: (UnsafePointer<Float>, UnsafePointer<Float>?, Int) -> Void
) {
  let frames = Extent(of: song, bank: bank).frames
  let level = MasterLevel(of: song, bank: bank, frames: frames, on: console)
  let progress = ProgressBar("verifying", total: frames, rate: bank.rate, on: console)
  var performance = Performance(
    song, bank: bank, level.stretch(from: .zero, to: frames), master: level.master,
    withLanes: false)
  while performance.advance() {
    let (block, range) = (performance.block, performance.masterFrames)
    if !range.isEmpty {
      take(block.left + range.lowerBound, block.right.map { $0 + range.lowerBound }, range.count)
    }
    progress.update(performance.done)
  }
  progress.finish()
}
