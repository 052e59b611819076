#!/usr/bin/env bash
# make-tarball.sh <build folder> <version>: swell-<version>-linux-x86_64.tar.gz with every library but glibc's beside the
# programs, found by $ORIGIN: it runs on any x86-64 Linux with glibc 2.36 or later.
set -euo pipefail
build=$1 version=$2
name="swell-$version-linux-x86_64"
stage="$build/$name"
rm -rf "$stage"
cmake --install "$build" --prefix "$stage" --strip > /dev/null
private="$stage/lib/swell-private"
mkdir -p "$private"
# Not by the programs' names: files of completion have them too.
mapfile -t binaries < <(find "$stage" -type f \( -path '*/bin/*' -o -name '*.so*' \) -not -path "$private/*")
ldd "${binaries[@]}" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' | sort -u |
  grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux-x86-64|libresolv|libpython[0-9.]*)\.so' |
  grep -v "^$stage" | xargs -I{} cp -L {} "$private/"
for binary in "${binaries[@]}"; do
  patchelf --force-rpath --set-rpath "\$ORIGIN/$(realpath --relative-to="$(dirname "$binary")" "$private"):\$ORIGIN/$(realpath --relative-to="$(dirname "$binary")" "$stage/lib")" "$binary"
done
for library in "$private"/*; do patchelf --force-rpath --set-rpath '$ORIGIN' "$library"; done
tar -C "$build" --owner=0 --group=0 --sort=name -czf "$build/$name.tar.gz" "$name"
echo "$build/$name.tar.gz"
