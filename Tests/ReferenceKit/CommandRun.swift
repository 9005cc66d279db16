import Glibc

/// What a command line gave.
public struct CommandRun: Equatable, Sendable {
  public let out: String
  public let err: String
  public let code: Int32
}

/// Runs a line of the shell in a folder, where `tactus` is the program as it was just built.
///
/// It is a process of its own, as for a user: relative paths stay relative, and a crash ends
/// nothing but the one run.
public func run(_ line: String, in folder: String) throws -> CommandRun {
  var template = Array("/tmp/tactus-run-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw FileTrouble("make", "a folder in /tmp") }
  let streams = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  let (out, err) = (streams + "/out", streams + "/err")
  defer {
    unlink(out)
    unlink(err)
    rmdir(streams)
  }

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT, 0o600)
  posix_spawn_file_actions_addopen(&actions, 2, err, O_WRONLY | O_CREAT, 0o600)

  // What the program prints depends on nothing else of the environment.
  let environment = ["PATH=\(builtPrograms):/usr/bin:/bin", "LC_ALL=C.UTF-8"]
  let words = ["sh", "-c", "cd \"$0\" && eval \"$1\"", folder, line]
  var process = pid_t()
  let failure = withCStrings(words) { words in
    withCStrings(environment) { posix_spawn(&process, "/bin/sh", &actions, nil, words, $0) }
  }
  guard failure == 0 else {
    errno = failure
    throw FileTrouble("run", "/bin/sh")
  }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  // As a shell says it: 128 and the signal for a process that one ended.
  let signal = status & 0x7F
  return CommandRun(
    out: try Files.text(of: out), err: try Files.text(of: err),
    code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
}

/// The folder of the running program, where the package's other programs are built too.
public let builtPrograms: String = {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count - 1)
  precondition(count > 0, "the path of the running program")
  let program = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return String(program[..<program.lastIndex(of: "/")!])
}()

/// Calls `body` with a list of C strings that ends with a null pointer.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
