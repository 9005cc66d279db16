import AudioFiles
import Diagnostics
import Engine
import Scheduler
import SongModel
import Sounds
import Timing

/// The samples of all that a song plays, at its rate.
///
/// - Parameter hands: `nil` where the song is not played live; the sounds that are played by hand.
/// - Throws: where a sound cannot be used, which is told at its place in the song.
func loadSounds(
  of song: Song, playedBy hands: [Int]? = nil, on console: Console
) throws(Refusal) -> SoundBank {
  let rate = song.output.rate
  let renditions =
    hands.map { song.renditions(at: rate, playedBy: $0) } ?? song.renditions(at: rate)
  var loading = SoundLoading(song, at: rate)
  let bank = SoundBank(song, at: rate, channels: song.output.channels)
  for rendition in renditions {
    loading.load(rendition, into: bank)
  }
  try loading.tellMistakes(on: console)
  return bank
}

/// Makes sure that all sounds of a song can be used, those included that no velocity reaches.
func checkSounds(of song: Song, on console: Console) throws(Refusal) {
  var plain = song
  for index in plain.sounds.indices { plain.sounds[index].transposeRandom = 0 }
  _ = try loadSounds(of: plain, on: console)
}

/// Makes the samples of sounds, those of each distinct setting once.
private struct SoundLoading {
  /// What samples depend on.
  private struct Setting: Hashable {
    let source: Sound.Source
    let treatment: Treatment
    let cents: Int
  }

  private let song: Song
  private var reader: SoundReader
  private var made: [Setting: SoundBank.Item] = [:]
  private var diagnostics = DiagnosticList()
  private var code = ExitCode.done

  init(_ song: Song, at rate: SampleRate) {
    self.song = song
    reader = SoundReader(at: rate)
  }

  mutating func load(_ rendition: Rendition, into bank: SoundBank) {
    let sound = song.sounds[rendition.sound]
    let take = sound.takes[rendition.take]
    let setting = Setting(
      source: take.source, treatment: sound.treatment, cents: rendition.cents)
    if let item = made[setting] {
      bank.assign(item, to: rendition)
      return
    }
    guard let samples = samples(of: setting, take) else { return }
    let item = bank.add(samples)
    made[setting] = item
    bank.assign(item, to: rendition)
  }

  private mutating func samples(of setting: Setting, _ take: Sound.Take) -> SampleBuffer? {
    do throws(SoundReader.Fault) {
      return try reader.samples(of: setting.source, setting.treatment, cents: setting.cents)
    } catch {
      switch error {
      case .unreadable(let error):
        code = .fileTrouble
        report(.unreadableSound(path: error.path, reason: error.description), take)
      case .treatment(let fault):
        if code == .done { code = .wrongSong }
        report(.badTreatment(reason: fault.message, help: fault.help), take)
      }
      return nil
    }
  }

  private mutating func report(_ problem: SongProblem, _ take: Sound.Take) {
    diagnostics.report(.song(problem), at: take.span ?? SourceSpan(wholeFile: ""))
  }

  /// Tells what was wrong with the sounds, if anything.
  func tellMistakes(on console: Console) throws(Refusal) {
    guard code != .done else { return }
    console.show(diagnostics)
    throw Refusal(code: code)
  }
}
