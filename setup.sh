#!/usr/bin/env bash
# Sets tactus up on Debian 12 with a Swift 6.3 toolchain on the PATH.
#
#   ./setup.sh                         install what is missing, build, and render a first song
#   ./setup.sh test                    install what the tests need too, and pass them
#   ./setup.sh install [--prefix DIR]  build, and put 'tactus' into DIR/bin (/usr/local/bin)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# What the Swift toolchain itself needs, what the program is built with, and what its tests compare
# it with.
build_packages=(
  binutils git libc6-dev libcurl4 libedit2 libgcc-12-dev libncurses6 libpython3.11 libsqlite3-0
  libstdc++-12-dev libxml2 libz3-4 tzdata zlib1g-dev pkg-config
  libyaml-dev libsndfile1-dev libsamplerate0-dev librubberband-dev libebur128-dev nettle-dev
  libsmf-dev libexpat1-dev libflac-dev libogg-dev libjack-jackd2-dev
  liblo-dev
)
test_packages=(
  python3 python3-yaml python3-mpmath python3-mido python3-numpy flac sox libsox-fmt-mp3 ffmpeg
  klick hydrogen-data fluidsynth timgm6mb-soundfont jackd2 tmux
)
build_flags=(--explicit-target-dependency-import-check error)

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf 'setup: %s\n' "$*" >&2
  exit 1
}

# Installs those of the packages that are not there yet.
need() {
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  say "Installing with apt: ${missing[*]}"
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "run this as root once: apt-get install ${missing[*]}"
    root=(sudo)
  fi
  "${root[@]}" apt-get update -qq || fail "'apt-get update' failed"
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt could not install: ${missing[*]}"
}

check_swift() {
  command -v swift >/dev/null ||
    fail "no 'swift' on the PATH: install the Swift 6.3 toolchain from swift.org first"
}

# A folder in which the linker finds only archives: what is linked from there becomes part of the
# program, and is not looked for at each start. That halves the time of a short command.
archives() {
  local folder="$PWD/.build/archives" name
  mkdir -p "$folder"
  for name in yaml expat nettle FLAC ogg; do
    ln -sf /usr/lib/*-linux-gnu/"lib$name.a" "$folder/"
  done
  ln -sf /usr/lib/gcc/*-linux-gnu/12/libstdc++.a "$folder/"
  ln -sf /usr/lib/gcc/*-linux-gnu/12/libgcc_eh.a "$folder/libgcc_s.a"
  printf '%s' "$folder"
}

release() {
  say "Building the release (about two minutes the first time)"
  swift build -c release --static-swift-stdlib --disable-local-rpath "${build_flags[@]}" \
    --product tactus -Xlinker "-L$(archives)" -Xlinker --no-export-dynamic
  tactus="$(swift build -c release --show-bin-path)/tactus"
}

first_song() {
  mkdir -p Renders
  say "Rendering Patterns/rock.yaml"
  "$tactus" render Patterns/rock.yaml --force \
    -o Renders/rock.wav -o Renders/rock.flac -o Renders/rock.mid
  say "Done. Listen to Renders/rock.wav; the program is $tactus"
}

run_tests() {
  local flags=("${build_flags[@]}" -Xswiftc -warnings-as-errors)
  say "Checking the format of the sources"
  swift format lint --strict --recursive Package.swift Sources Tests
  say "Building the tests (a few minutes the first time)"
  swift build --build-tests "${flags[@]}"
  release
  say "Writing a file of 5 GiB and reading it back, and meanwhile"
  /usr/bin/python3 Tests/Oracle/large.py --tactus "$tactus" &
  local large=$!
  # Whatever fails below: it does not go on alone.
  trap 'kill "$(jobs -p)" 2>/dev/null || true' EXIT
  say "Comparing random songs with exact arithmetic in Python (a few minutes)"
  local oracle=(/usr/bin/python3 Tests/Oracle/oracle.py)
  "${oracle[@]}" --self-test
  "${oracle[@]}" --tactus "$tactus" --songs 200 --audio 20 --midi 20
  "${oracle[@]}" --tactus "$tactus" --kind full --songs 600 --audio 20 --midi 20
  "${oracle[@]}" --tactus "$tactus" --kind day --songs 1 --audio 0 --midi 0
  /usr/bin/python3 Tests/Oracle/memory.py --tactus "$tactus"
  say "Sending random songs through MIDI and back"
  /usr/bin/python3 Tests/Oracle/through_midi.py --tactus "$tactus"
  say "Letting fluidsynth play MIDI files"
  /usr/bin/python3 Tests/Oracle/fluidsynth_onsets.py --tactus "$tactus"
  say "Killing batches and starting them again"
  /usr/bin/python3 Tests/Oracle/batch.py --tactus "$tactus" --songs 300 --kills 5
  wait "$large"
  say "Running the tests"
  # Without a server those of playing live would be left out; here that is a failure.
  export TACTUS_NEEDS_JACK=1
  swift test --skip-build "${flags[@]}"
}

case "${1:-}" in
  "")
    check_swift
    need "${build_packages[@]}"
    release
    first_song
    ;;
  test)
    check_swift
    need "${build_packages[@]}" "${test_packages[@]}"
    run_tests
    ;;
  install)
    prefix=/usr/local
    case "${2:-}" in
      --prefix) prefix="${3:?setup: --prefix needs a folder}" ;;
      --prefix=*) prefix="${2#--prefix=}" ;;
      "") ;;
      *) fail "unknown option '$2': write --prefix DIR" ;;
    esac
    check_swift
    need "${build_packages[@]}"
    release
    install -d "$prefix/bin" && install -m 755 "$tactus" "$prefix/bin/tactus" ||
      fail "cannot write to $prefix/bin: choose a folder of yours with --prefix, or use sudo"
    say "Installed $prefix/bin/tactus"
    ;;
  *) fail "unknown command '$1': write ./setup.sh, ./setup.sh test or ./setup.sh install" ;;
esac
