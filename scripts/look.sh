#!/usr/bin/env bash
# The longest files of lib and the functions with the most branches (McCabe), to be looked at; nothing is enforced.
set -u  # a pipe that head closes is no failure
cd "$(dirname "$0")/.."
echo "lines of lib: $(cat $(git ls-files 'lib/*.cpp' 'lib/*.h') | wc -l)"
echo "longest files:"; git ls-files 'lib/*.cpp' 'lib/*.h' | xargs wc -l | sort -rn | sed -n "2,9p"
echo "most branches (McCabe, file, line, function):"
# pmccabe does not know nested namespaces.
for file in $(git ls-files 'lib/*.cpp'); do
  sed 's/^namespace [a-z:]*::/namespace /' "$file" | pmccabe 2>/dev/null | awk -v f="$file" '{print $1, f ":" $4, $7}' || true
done | sort -rn | head -8
