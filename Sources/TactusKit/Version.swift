/// The version of the program, as `--version` prints it and files carry it.
public let tactusVersion = "0.5.1"

/// What files say of the program that wrote them.
let softwareTag = "tactus \(tactusVersion)"
