import AudioFiles
import Engine
import Scheduler
import SongModel
import Sounds
import Timing

/// How long each sound of a song lasts: as long as the longest of its takes, with its treatment and
/// without what chance does to it.
struct SoundLengths {
  /// In the order of the song's sounds; `nil` for one that is not heard, or cannot be read.
  private(set) var lengths: [Seconds?]
  /// What could not be read, a line each.
  private(set) var warnings: [String] = []

  /// The lengths of what has been loaded.
  ///
  /// - Precondition: the bank holds all that the song plays.
  init(of song: Song, in bank: SoundBank) {
    lengths = song.sounds.map { _ in nil }
    for sound in song.soundsHeard {
      let takes = song.sounds[sound].takes.indices.map {
        bank.length(of: Rendition(sound: sound, take: $0))
      }
      lengths[sound] = SoundLengths.seconds(takes.max()!.index, at: bank.rate)
    }
  }

  /// Loads the sounds for no more than their lengths. One that cannot be used does no harm: a MIDI
  /// file needs no samples.
  init(reading song: Song) {
    let rate = song.output.rate
    var reader = SoundReader(at: rate)
    lengths = song.sounds.map { _ in nil }
    for sound in song.soundsHeard {
      let (name, treatment) = (song.sounds[sound].name, song.sounds[sound].treatment)
      var longest: Int? = 0
      for take in song.sounds[sound].takes {
        do throws(SoundReader.Fault) {
          let frames = try reader.samples(of: take.source, treatment).frames
          longest = longest.map { max($0, frames) }
        } catch {
          longest = nil
          let warning = error.reason(of: take) + "; the notes of \(quoted(name)) last a 32nd."
          if !warnings.contains(warning) { warnings.append(warning) }
        }
      }
      lengths[sound] = longest.map { SoundLengths.seconds($0, at: rate) }
    }
  }

  private static func seconds(_ frames: Int, at rate: SampleRate) -> Seconds {
    Seconds(Rational(Int128(frames), Int128(rate.hertz)))
  }
}

extension SoundReader.Fault {
  fileprivate func reason(of take: Sound.Take) -> String {
    switch (self, take.source) {
    case (.unreadable(let error), _): error.description
    case (.treatment(let fault), .file(let path)): "\(quoted(path)): \(fault.message)"
    case (.treatment(let fault), .builtIn): fault.message
    }
  }
}
