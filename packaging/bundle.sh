#!/usr/bin/env bash
# bundle.sh <build folder> <version>: swell-<version>-linux-x86_64.tar.gz and a wheel, both with their libraries inside, found by $ORIGIN.
# The tarball has every library but glibc's. A wheel shares libstdc++ with the other modules of its process, so it has none.
set -euo pipefail
build=$1 version=$2
name="swell-$version-linux-x86_64"
stage="$build/$name" here=$(realpath "$(dirname "$0")")
rm -rf "$stage"
cmake --install "$build" --prefix "$stage" --strip > /dev/null
private="$stage/lib/swell-private"
mkdir -p "$private"
# Not by the programs' names: files of completion have them too.
mapfile -t binaries < <(find "$stage" -type f \( -path '*/bin/*' -o -name '*.so*' \) -not -path "$private/*")
# Libraries that are loaded at their first use, and what they need.
IFS=';' read -ra opened < <(sed -n 's/^SWELL_OPENED_LIBRARIES:INTERNAL=//p' "$build/CMakeCache.txt")
cp -L "${opened[@]}" "$private/"
ldd "${binaries[@]}" "${opened[@]}" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' | sort -u |
  grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux-x86-64|libresolv|libpython[0-9.]*)\.so' |
  grep -v "^$stage" | xargs -I{} cp -L {} "$private/"
for binary in "${binaries[@]}"; do
  patchelf --force-rpath --set-rpath "\$ORIGIN/$(realpath --relative-to="$(dirname "$binary")" "$private"):\$ORIGIN/$(realpath --relative-to="$(dirname "$binary")" "$stage/lib")" "$binary"
done
for library in "$private"/*; do patchelf --force-rpath --set-rpath '$ORIGIN' "$library"; done
tar -C "$build" --owner=0 --group=0 --sort=name -czf "$build/$name.tar.gz" "$name"

# The wheel: all of it inside the package, so that it works wherever pip puts the package.
wheel="$build/wheel" package="$build/wheel/swell" info="$build/wheel/swell-$version.dist-info" scripts="$build/wheel/swell-$version.data/scripts"
rm -rf "$wheel" "$build"/swell-*.whl
mkdir -p "$package/lib" "$package/share" "$info" "$scripts"
cp -r "$stage"/lib/python3*/dist-packages/swell "$wheel"
cp -r "$stage/bin" "$package"
cp -r "$stage/lib/swell" "$private" "$package/lib"
cp -r "$stage/share/swell" "$package/share"
rm "$package"/lib/swell-private/lib{stdc++,gcc_s}.so*
patchelf --force-rpath --set-rpath '$ORIGIN/lib/swell-private' "$package"/_swell*.so
for program in swell bemio; do sed "s/PROGRAM/$program/" "$here/program.py" > "$scripts/$program"; done
chmod +x "$scripts"/*
# The newest glibc of the versions that the files ask for. libstdc++ of GCC 12 (3.4.30) comes with distributions of glibc 2.35.
newest() { find "$package" -type f \( -path '*/bin/*' -o -name '*.so*' \) -exec objdump -T {} + 2> /dev/null | grep -oE "\(?$1_[0-9.]+" | sed 's/.*_//' | sort -V | tail -1; }
glibc=$(newest GLIBC) libstdcxx=$(newest GLIBCXX)
[ "$(printf '%s\n3.4.30\n' "$libstdcxx" | sort -V | tail -1)" = 3.4.30 ] || { echo "GLIBCXX_$libstdcxx: say in $0 which glibc comes with it" >&2; exit 1; }
glibc=$(printf '%s\n2.35\n' "$glibc" | sort -V | tail -1)
python=$(basename "$package"/_swell.cpython-*.so | sed 's/.*cpython-\([0-9]*\)-.*/cp\1/')
printf 'Wheel-Version: 1.0\nGenerator: swell\nRoot-Is-Purelib: false\nTag: %s-%s-manylinux_%s_x86_64\n' "$python" "$python" "${glibc/./_}" > "$info/WHEEL"
# pybind11 of Debian 12 (2.10) has the layout of numpy 1.
cat > "$info/METADATA" <<METADATA
Metadata-Version: 2.1
Name: swell
Version: $version
Summary: Wave-energy converters in the time domain
License: Apache-2.0
Requires-Python: ==3.${python#cp3}.*
Requires-Dist: numpy>=1.21,<2
METADATA
cp "$here/../LICENSE" "$info"
/usr/bin/python3 -m wheel pack -d "$build" "$wheel" > /dev/null
ls "$build/$name.tar.gz" "$build"/swell-*.whl
