import SongModel
import Timing

/// Finds a song's occurrences by their indices, in any order.
///
/// It keeps the walk at every so-manieth occurrence that it has reached, and goes on from the one
/// before. So a jump costs a few steps, however long the song is and wherever the jump leads.
struct PassageFinder {
  /// The walks before the occurrences 0, `distance`, 2 · `distance` and so on.
  private var walks: [Occurrences]
  private let distance: Int
  private let most: Int
  /// How many occurrences have been walked over to find what was asked for.
  private(set) var steps = 0

  /// - Parameters:
  ///   - distance: the occurrences from one walk that is kept to the next.
  ///   - most: walks that are kept; beyond the last of them each search walks on from there.
  init(_ song: Song, distance: Int = 64, most: Int = 1600) {
    walks = [Occurrences(song)]
    self.distance = distance
    self.most = most
  }

  /// An occurrence, and the walk that goes on after it; `nil` where the song has not so many.
  ///
  /// - Precondition: `index` is not negative.
  mutating func find(_ index: Int) -> (occurrence: Occurrence, rest: Occurrences)? {
    var place = min(index / distance, walks.count - 1) * distance
    var walk = walks[place / distance]
    while let occurrence = walk.next() {
      steps += 1
      if place == index { return (occurrence, walk) }
      place += 1
      if place == walks.count * distance, walks.count < most { walks.append(walk) }
    }
    return nil
  }
}
