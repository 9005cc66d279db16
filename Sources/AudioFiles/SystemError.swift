import Glibc

/// Why the operating system refused, by its error number.
public struct SystemError: Hashable, Sendable {
  /// The value of `errno`.
  public let code: Int32

  public init(code: Int32) { self.code = code }

  /// The reason in plain words, the same under every locale.
  public var text: String {
    switch code {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the disk is read-only"
    case EISDIR: "it is a folder"
    case ENOTDIR: "part of the path is not a folder"
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file would be larger than is allowed here"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "the links in the path lead in a circle"
    case EMFILE, ENFILE: "too many files are open"
    case EINVAL: "the name cannot be used for a file"
    case EBUSY, ETXTBSY: "the file is in use"
    case EIO: "the disk reports an error"
    case EPIPE: "the reader went away"
    case EBADF: "it is closed"
    case ENOMEM: "there is not enough memory"
    case EXDEV: "the folder lies on two disks"
    default: "system error \(code)"
    }
  }

  func help(for action: AudioFileError.Action) -> String? {
    switch (code, action) {
    case (ENOENT, .open), (ENOTDIR, .open), (ENAMETOOLONG, .open): "check the path"
    case (ENOENT, _), (ENOTDIR, _): "create the folder first, or name another"
    case (ENAMETOOLONG, _), (EINVAL, _): "use another name"
    case (EACCES, .open), (EPERM, .open), (EACCES, .read): "make the file readable"
    case (EACCES, _), (EPERM, _), (EROFS, _): "choose a place that you may write to"
    case (EISDIR, _): "name a file in it"
    case (ENOSPC, _), (EDQUOT, _): "free some space, or choose another disk"
    case (EFBIG, _): "raise the limit on file sizes, or choose another disk"
    default: nil
    }
  }
}
