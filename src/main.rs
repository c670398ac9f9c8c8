#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    guerrabot::cli::main()
}
