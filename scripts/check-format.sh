#!/usr/bin/env bash
# check-format.sh [--fix]: every C++ file as .clang-format (Debian 12's clang-format 14) has it. Status 1 and the list otherwise.
set -euo pipefail
cd "${0%/*}/.."
command -v clang-format > /dev/null || { echo "clang-format is not there (apt-get install clang-format)"; exit 1; }
mkdir -p build
action=(--dry-run -Werror)
[ "${1:-}" = "--fix" ] && action=(-i)
git ls-files -z '*.cpp' '*.h' | xargs -0 -P "$(nproc)" -n 40 clang-format "${action[@]}" 2>&1 | sed -n 's/: error: code should be.*//p' |
  sort -u > build/format.txt || true
[ ! -s build/format.txt ] && exit 0
echo "not formatted (scripts/check-format.sh --fix):"; cut -d: -f1 build/format.txt | sort | uniq -c
exit 1
