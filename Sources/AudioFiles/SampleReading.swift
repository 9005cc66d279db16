import SongModel
import Sounds
import Timing

/// Reads a whole audio file of any format that libsndfile knows, at the rate of the song and with
/// nothing else done to it.
///
/// - Throws: what ``RawSound/init(reading:)`` throws; where the file has more than
///   ``RawSound/longest`` frames at the song's rate.
public func readSamples(path: String, at rate: SampleRate) throws(AudioFileError) -> SampleBuffer {
  try readSamples(path: path, at: rate, limit: RawSound.longest)
}

func readSamples(path: String, at rate: SampleRate, limit: Int) throws(AudioFileError)
  -> SampleBuffer
{
  let sound = try RawSound(reading: path, limit: limit)
  do throws(TreatmentFault) {
    return try sound.samples(at: rate, treatment: .none, limit: limit)
  } catch {
    switch error {
    case .tooLong(let limit): throw AudioFileError(path: path, cause: .tooLong(limit: limit))
    case .notFinite(let frame):
      throw AudioFileError(
        path: path, cause: .notFinite(frame: frame * sound.hertz / rate.hertz))
    case .startsPastTheEnd: preconditionFailure("a sound without a start of its own")
    }
  }
}
