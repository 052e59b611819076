#!/usr/bin/env bash
# try-package.sh <folder with the .deb and the tarball>: both are installed into an empty Debian 12 root and used there as a
# person would: a shipped case, `import swell`, find_package(swell). Needs root and Debian's package servers.
set -euo pipefail
packages=$(realpath "$1")
deb=$(ls "$packages"/swell_*_amd64.deb) tarball=$(ls "$packages"/swell-*-linux-x86_64.tar.gz)
root=$(mktemp -d)
trap 'umount "$root/proc" 2> /dev/null || true; rm -rf --one-file-system "$root"' EXIT
mmdebstrap --quiet --variant=minbase bookworm "$root"
mount -t proc proc "$root/proc"  # the loader finds $ORIGIN by it
cp "$deb" "$root/swell.deb"
cp "$tarball" "$root/swell.tar.gz"
mkdir "$root/project"
cat > "$root/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(own CXX)
find_package(swell REQUIRED)
add_executable(own main.cpp)
target_link_libraries(own PRIVATE swell::swell)
CMAKE
cat > "$root/project/main.cpp" <<'CPP'
#include <cstdio>
#include "swell/waves/dispersion.h"
int main() { std::printf("k = %.6f rad/m\n", swell::waves::wavenumber(0.8, 50.0, 9.81)); }
CPP
cat > "$root/try.sh" <<'SH'
set -eu
cd /tmp
echo "== tarball: nothing else installed"
tar xzf /swell.tar.gz
/tmp/swell-*/bin/swell run /tmp/swell-*/share/swell/inputs/sphere/regular.yaml -o /tmp/tarball.h5 | tail -3
/tmp/swell-*/bin/bemio info /tmp/swell-*/share/swell/inputs/sphere/hemisphere.h5 | head -3
echo "== .deb"
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install -y /swell.deb > /dev/null
cp -r /usr/share/swell/inputs /tmp/inputs
swell run /tmp/inputs/sphere/regular.yaml -o /tmp/deb.h5 | tail -3
python3 -c 'import swell; print("import swell", swell.__version__)'
echo "== find_package(swell)"
apt-get -qq install -y --no-install-recommends $(dpkg-query -W -f '${Suggests}' swell | tr -d ,) make > /dev/null
cmake -S /project -B /tmp/own > /dev/null && cmake --build /tmp/own > /dev/null && /tmp/own/own
SH
chroot "$root" bash /try.sh
