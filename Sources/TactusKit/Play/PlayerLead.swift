import Live
import Timing
import Workers

/// How far players that follow one another run ahead: by as much as the server's blocks need.
final class PlayerLead: Sendable {
  private let state = Guarded<(player: Player?, lead: Int)>((nil, 0))

  /// Takes the size of blocks.
  func widen(toBlocksOf size: Int) {
    state.with {
      $0.lead = max($0.lead, 2 * size)
      $0.player?.widen(lead: Frame($0.lead))
    }
  }

  /// Widens another player from here on.
  func follow(_ player: Player) {
    state.with {
      player.widen(lead: Frame($0.lead))
      $0.player = player
    }
  }
}
