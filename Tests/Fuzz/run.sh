#!/usr/bin/env bash
# Looks for files that break a reader: a fuzzer that sees which edges of the code an input takes.
#
#   Tests/Fuzz/run.sh [TARGET…] [--minutes N] [--keep]
#
# The N minutes (10) are shared among the targets, which are all where none is named. A crash, an
# input that takes more than 5 s of the processor's time or 60 s of the clock's, and more than 256 MB
# end a target and leave their input in Crashes/TARGET, where the tests find it. With --keep,
# Corpus/TARGET is made anew: the fewest inputs that reach all that the target has reached. Otherwise
# what was found stays under .build/fuzz for the next run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# In bytes: as much as the interesting files of the kind have.
declare -A longest=(
  [midi-reader]=4096 [midi-import]=1024 [midi-export]=2048 [conductor-text]=200 [song]=4096
  [composer]=2048 [steps]=400 [klick]=1024 [beats]=2048 [hydrogen]=16384
)
order=(midi-reader midi-import midi-export conductor-text song composer steps klick beats hydrogen)

fail() {
  printf 'fuzz: %s\n' "$*" >&2
  exit 64
}

minutes=10
keep=
targets=()
while [ $# -gt 0 ]; do
  case "$1" in
    --minutes)
      minutes="${2:-}"
      shift
      ;;
    --minutes=*) minutes="${1#*=}" ;;
    --keep) keep=yes ;;
    *)
      [ -n "${longest[$1]:-}" ] || fail "'$1' is no target; there are: ${order[*]}"
      targets+=("$1")
      ;;
  esac
  shift
done
[[ "$minutes" =~ ^[1-9][0-9]*$ ]] || fail "'$minutes' is no number of minutes"
[ ${#targets[@]} -gt 0 ] || targets=("${order[@]}")
seconds=$((minutes * 60 / ${#targets[@]}))

# The handlers of signals are to be the fuzzer's, which keep the input.
export SWIFT_BACKTRACE=enable=no
work=../../.build/fuzz
swift build -c release --scratch-path "$work" --product fuzz
fuzz="$work/release/fuzz"

# The number after the last occurrence of a word in a log.
number() { { grep -aoE "$2 +[0-9]+" "$1" || echo -; } | tail -1 | grep -aoE '[0-9]+$|-$'; }
crashes() { find "Crashes/$1" -type f ! -name '.*' | wc -l; }

status=0
table=()
for target in "${targets[@]}"; do
  mkdir -p "$work/corpus/$target" "Corpus/$target" "Crashes/$target"
  log="$work/$target.log"
  before=$(crashes "$target")
  printf '\n== %s, %d s\n' "$target" "$seconds"
  export FUZZ_TARGET="$target"
  limits=(-rss_limit_mb=256 -timeout=60 "-max_len=${longest[$target]}")
  "$fuzz" "$work/corpus/$target" "Corpus/$target" "Crashes/$target" "${limits[@]}" \
    "-dict=Dictionaries/$target.dict" "-max_total_time=$seconds" -print_final_stats=1 \
    "-artifact_prefix=Crashes/$target/" >"$log" 2>&1 || status=1
  grep -aE '^(Fatal error|.*: Fatal error|==[0-9]+== ERROR|SUMMARY)' "$log" | cut -c1-300 || true
  slowest=$(number "$log" slowest_microseconds:)
  [ "$slowest" = - ] || slowest=$((slowest / 1000))
  table+=("$(printf '%-15s %11s %9s %9s %9s %8s' "$target" \
    "$(number "$log" number_of_executed_units:)" "$(number "$log" cov:)" "$slowest" \
    "$(number "$log" peak_rss_mb:)" "$(($(crashes "$target") - before))")")
  if [ -n "$keep" ]; then
    rm -rf "$work/merged"
    mkdir "$work/merged"
    # By edges alone, and not by how often each is taken: a tenth of the inputs.
    "$fuzz" -set_cover_merge=1 -use_counters=0 "${limits[@]}" "$work/merged" \
      "Corpus/$target" "$work/corpus/$target" >"$work/merge.log" 2>&1
    find "Corpus/$target" -type f ! -name '.*' -delete
    cp "$work/merged"/* "Corpus/$target/"
  fi
done

printf '\n%-15s %11s %9s %9s %9s %8s\n' target runs edges 'worst ms' 'worst MB' crashes
printf '%s\n' "${table[@]}"
exit "$status"
