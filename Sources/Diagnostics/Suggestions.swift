/// The candidate that a misspelt word most likely means; `nil` where none is near.
///
/// A word that differs in case only is nearest. Otherwise a third of the longer word's characters
/// may be wrong, rounded to the nearest whole number, where a wrong, missing or needless character and two swapped neighbours
/// count one each. Of equally near candidates the first is taken.
///
/// Takes time proportional to the candidates' number and to the square of the word's length, which
/// is why words of more than 64 characters have no suggestion.
public func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let letters = folded(word)
  guard letters.count <= 64 else { return nil }
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let other = folded(candidate)
    let longest = max(letters.count, other.count)
    let limit = min(best.map { $0.distance - 1 } ?? Int.max, (longest + 1) / 3)
    guard abs(letters.count - other.count) <= limit else { continue }
    let distance = editDistance(letters, other)
    if distance <= limit { best = (candidate, distance) }
    if distance == 0 { break }
  }
  return best?.candidate
}

private func folded(_ word: String) -> [Character] {
  Array(word.lowercased())
}

/// The optimal string alignment distance: the least number of single-character edits and swaps of
/// neighbours, no part being edited twice.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let change = last[column] + (left[row] == right[column] ? 0 : 1)
      var least = min(change, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        least = min(least, beforeLast[column - 1] + 1)
      }
      current.append(least)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
