import AudioFiles
import SongModel
import Sounds
import Timing

/// Makes the samples of sounds. Each file is read once.
struct SoundReader {
  /// Why there are no samples.
  enum Fault: Error {
    case unreadable(AudioFileError)
    case treatment(TreatmentFault)
  }

  private let rate: SampleRate
  private var sources: [Sound.Source: Result<RawSound, AudioFileError>] = [:]

  init(at rate: SampleRate) { self.rate = rate }

  mutating func samples(
    of source: Sound.Source, _ treatment: Treatment, cents: Int = 0
  ) throws(Fault) -> SampleBuffer {
    // It is made at the song's rate, and left as it is.
    if case .builtIn(let sound) = source, treatment == .none, cents == 0 {
      return sound.samples(at: rate)
    }
    let raw: RawSound
    switch read(source) {
    case .success(let sound): raw = sound
    case .failure(let error): throw .unreadable(error)
    }
    do throws(TreatmentFault) {
      return try raw.samples(at: rate, treatment: treatment, cents: cents)
    } catch {
      throw .treatment(error)
    }
  }

  private mutating func read(_ source: Sound.Source) -> Result<RawSound, AudioFileError> {
    if let known = sources[source] { return known }
    let result: Result<RawSound, AudioFileError>
    switch source {
    case .builtIn(let builtIn): result = .success(RawSound(builtIn.samples(at: rate)))
    case .file(let path):
      do throws(AudioFileError) {
        result = .success(try RawSound(reading: path))
      } catch {
        result = .failure(error)
      }
    }
    sources[source] = result
    return result
  }
}
