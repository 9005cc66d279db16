import AudioFiles
import SongModel
import Timing
import Workers

extension RenderCommand {
  /// Renders a set to one file, or to several of one content, and reports what was written.
  static func render(_ set: SetFile, _ settings: RenderSettings, on console: Console)
    throws(CommandLineMistake) -> ExitCode
  {
    if settings.stems != nil { throw .conflict("'--stems'", "a set") }
    if settings.loops { throw .conflict("'--loop'", "a set") }
    if settings.from != nil || settings.to != nil { throw .conflict("an excerpt", "a set") }
    let set = try withOneOutput(set, settings)
    var targets = settings.targets
    if targets.isEmpty {
      let kind = RenderPlan.Target.Kind(ending: settings.format ?? "wav")!
      let path = withoutEnding(set.path, orElse: "set")
      targets = [RenderPlan.Target(path: path + "." + kind.ending, kind: kind)]
    }
    if targets.contains(where: { $0.kind == .midi }) { throw .conflict("a MIDI file", "a set") }
    try check(
      settings, targets, writesFLAC: targets.contains { $0.kind == .audio(.flac) }, on: console)
    let rendering = SetRendering(
      file: set,
      plan: RenderPlan(
        targets: targets, compression: settings.compression ?? 5, excerpt: .whole,
        replacesOthers: settings.replacesOthers), console: console,
      threads: settings.threads ?? WorkerPool.cores)
    return report(settings, targets, on: console) { () throws(RenderFailure) in
      try rendering.run()
    }
  }

  /// The set with the options in its songs, and the first song's format of samples in all.
  private static func withOneOutput(_ set: SetFile, _ settings: RenderSettings)
    throws(CommandLineMistake) -> SetFile
  {
    var set = set
    for index in set.songs.indices { try settings.apply(to: &set.songs[index].song) }
    let first = set.songs[0].song.output
    for index in set.songs.indices {
      set.songs[index].song.output.rate = first.rate
      set.songs[index].song.output.bits = first.bits
      set.songs[index].song.output.channels = first.channels
    }
    return set
  }
}
