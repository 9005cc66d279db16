/// What stands in the way of reading another program's file: the first mistake found in it.
///
/// A file of another program is read by that program's rules, so a mistake here is one that the
/// program itself would refuse, or a limit that an importer states.
public struct ForeignFault: Error, Hashable, Sendable {
  /// Counted from 1; `nil` where the mistake lies in no one place.
  public var line: Int?
  /// Counted from 1 in Unicode scalars, a tab being one; `nil` where the whole line is meant.
  public var column: Int?
  /// One sentence without a full stop, in lower case: what is wrong.
  public var message: String
  /// What to do about it.
  public var help: String?

  public init(line: Int? = nil, column: Int? = nil, message: String, help: String? = nil) {
    self.line = line
    self.column = column
    self.message = message
    self.help = help
  }
}
