import Engine
import Scheduler
import SongModel
import Timing
import Workers

/// The gain of the master: the mix's volume, and what brings the whole file to the level that the
/// song asks for.
struct MasterLevel {
  /// A level that was asked for and could not be had.
  enum Shortfall {
    case silent
    /// Loudness is measured over 400 ms at least, and from −70 LUFS up.
    case unmeasurable
    /// The limiter keeps the file away from it.
    case limited(wanted: Mix.Normalization)
  }

  private let song: Song
  private let bank: SoundBank
  private let frames: Frame
  private let workers: WorkerPool?
  private(set) var gain: Double
  private var failure: Shortfall?

  /// How close to the loudness that was asked for is close enough, in LU: what meters show.
  private static let tolerance = Rational(1, 20)
  private static let mostPasses = 8
  /// In decibels.
  private static let largestStep = 12.0

  /// Measures the file as often as it takes: not at all where no level is asked for, once for a
  /// peak, and once for a loudness, and then again for as long as a limiter takes some of it away.
  ///
  /// - Parameter frames: the length of the whole file, which sets the level of an excerpt too.
  init(
    of song: Song, bank: SoundBank, frames: Frame, workers: WorkerPool?, on console: Console
  ) {
    self.song = song
    self.bank = bank
    self.frames = frames
    self.workers = workers
    gain = song.mix.volume.gain
    guard let wanted = song.mix.normalize else { return }
    let plain = measure(ceiling: nil, on: console)
    guard plain.peak > 0 else {
      failure = .silent
      return
    }
    switch wanted {
    case .peak(let level):
      gain *= PortableMath.amplitude(decibels: level.value.double) / Double(plain.peak)
    case .loudness(let level):
      guard let loudness = plain.loudness else {
        failure = .unmeasurable
        return
      }
      gain *= MasterLevel.gain(from: loudness, to: level)
      if song.mix.limiter != nil { approach(level, on: console) }
    }
  }

  /// Turns the gain up until what the limiter leaves is as loud as it should be.
  ///
  /// A secant: the loudness that the last step of the gain brought tells how large the next one
  /// has to be. Where a decibel brings less than a twentieth of one, no gain will do.
  private mutating func approach(_ level: Rational, on console: Console) {
    var step = 0.0
    var before: Rational?
    for _ in 0..<MasterLevel.mostPasses {
      let now = measure(ceiling: song.mix.limiter, on: console).loudness
      guard let now, (now - level).magnitude > MasterLevel.tolerance else { return }
      let brought = before.map { (now - $0).double / step } ?? 1
      guard brought > 0.05 else { return }
      step = min((level - now).double / min(brought, 1), MasterLevel.largestStep)
      gain *= PortableMath.amplitude(decibels: step)
      before = now
    }
  }

  private static func gain(from loudness: Rational, to level: Rational) -> Double {
    PortableMath.amplitude(decibels: (level - loudness).double)
  }

  private func measure(ceiling: Decibels?, on console: Console) -> Levels {
    let progress = ProgressBar("measuring", total: frames, rate: bank.rate, on: console)
    let master = master(ceiling)
    let rendering = StretchRendering(
      song: song, bank: bank, stretch: stretch(from: .zero, to: frames, memory: master.memory),
      master: master, measuresLanes: false, workers: workers)
    let levels = rendering.run { frames, _ throws(Never) in
      progress.update(Frame(frames.upperBound))
    }
    progress.finish()
    return Levels(levels.mixLevels.reading, lufs: levels.mixLevels.lufs)
  }

  // MARK: - What it leads to

  /// The master of the file.
  var master: MasterSettings { master(song.mix.limiter) }

  private func master(_ ceiling: Decibels?) -> MasterSettings {
    MasterSettings(
      gain: gain, ceiling: ceiling,
      allowance: song.output.bits == .int16 ? MasterLevel.dithered : 0, rate: bank.rate,
      channels: bank.channels, changes: song.live)
  }

  /// What dither and rounding to 16 bits add to a true peak at most: a step and a half of 2⁻¹⁵ to
  /// each sample, and 2.307 times that between them, is below 2⁻¹³.
  private static let dithered = 0x1p-13

  /// A stretch of the file.
  func stretch(from start: Frame, to end: Frame) -> Stretch {
    stretch(from: start, to: end, memory: master.memory)
  }

  private func stretch(from start: Frame, to end: Frame, memory: Int) -> Stretch {
    song.output.loop && frames > .zero
      ? Stretch(
        from: start, to: end, ofLoop: frames, longest: bank.longest, memory: memory)
      : Stretch(from: start, to: end)
  }

  /// What was asked for and is not in the file that was made.
  ///
  /// - Parameter levels: those of the whole file; `nil` where only an excerpt is known.
  func shortfall(of levels: Levels?) -> Shortfall? {
    if let failure { return failure }
    guard let levels, song.mix.limiter != nil, let wanted = song.mix.normalize else { return nil }
    switch wanted {
    case .loudness(let level):
      let isThere = levels.loudness.map { ($0 - level).magnitude <= Rational(1, 10) } ?? false
      return isThere ? nil : .limited(wanted: wanted)
    case .peak(let level):
      let missing = level.value.double - PortableMath.decibels(amplitude: Double(levels.peak))
      return missing <= 0.1 ? nil : .limited(wanted: wanted)
    }
  }
}
