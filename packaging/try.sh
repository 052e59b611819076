#!/usr/bin/env bash
# try.sh <folder with what `make package` built>: each way of installing, in an empty Debian 12 root of its own, used there as a person would.
# Container, apptainer and conda need programs that Debian 12 does not have: the steps of their files run here without them.
# Needs root and Debian's package servers.
set -euo pipefail
packages=$(realpath "$1") here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
root="$work/root"
trap 'umount "$root/proc" 2> /dev/null || true; rm -rf --one-file-system "$work"' EXIT
mmdebstrap --quiet --variant=minbase bookworm "$work/empty"

# An empty root with the files that are named, then the commands of standard input in it.
in_empty_root() {
  echo "== $1"; shift
  umount "$root/proc" 2> /dev/null || true
  rm -rf --one-file-system "$root"
  cp -a "$work/empty" "$root"
  mount -t proc proc "$root/proc"  # the loader finds $ORIGIN by it
  echo 'Dpkg::Use-Pty "0";' > "$root/etc/apt/apt.conf.d/pty"
  for file in "$@"; do cp -r "$file" "$root/tmp"; done
  cat > "$root/try.sh"
  DEBIAN_FRONTEND=noninteractive chroot "$root" bash -euc 'cd /tmp; . /try.sh'
}

# No table of needed libraries names LAPACK, which solves for the data of a device, and netCDF: an empty file of it has no data, but is read.
opened_at_first_use='
swell new buoy.yaml && swell check buoy.yaml > said && head -1 said
{ printf "CDF\001"; head -c 28 /dev/zero; } > empty.nc
bemio info empty.nc > said 2>&1 || grep "the variable is missing" said'

in_empty_root "tarball: nothing else installed" "$packages"/swell-*-linux-x86_64.tar.gz << SH
tar xzf swell-*.tar.gz && mv swell-*-x86_64 "/opt/any folder"
PATH="/opt/any folder/bin:\$PATH" inputs="/opt/any folder/share/swell/inputs"
swell run "\$inputs/sphere/regular.yaml" -o out.h5 | tail -3
bemio info "\$inputs/sphere/hemisphere.h5" | head -3
swell report out.h5 -o page.html
SWELL_REPORT_ASSETS=/none swell report out.h5 -o still.html
$opened_at_first_use
SH

use_python() {
  cat << 'SH'
python=${python:-python3}
$python - << 'PY'
import swell
case = swell.load("inputs/sphere/regular.yaml")
results = case.run()
print("import swell", swell.__version__, "heave", results["/bodies/sphere/position"][-1, 2])
results = swell.report("out.h5", "page.html")
PY
SH
}
in_empty_root "wheel" "$packages"/swell-*.whl << SH
apt-get -qq update && apt-get -qq install -y --no-install-recommends python3-venv python3-numpy > /dev/null
python3 -m venv empty && empty/bin/pip install -q --no-index --no-deps swell-*.whl   # the commands, without numpy
cp -r empty/lib/python3*/site-packages/swell/share/swell/inputs .
empty/bin/swell run inputs/sphere/regular.yaml -o out.h5 | tail -3
(PATH=\$PWD/empty/bin:\$PATH$opened_at_first_use)
python3 -m venv --system-site-packages with-numpy && with-numpy/bin/pip install -q --no-index swell-*.whl
python=with-numpy/bin/python
$(use_python)
SH

in_empty_root "container (steps of Dockerfile)" "$packages"/swell_*_amd64.deb << SH
mv swell_*_amd64.deb swell.deb
$(sed -n 's/^RUN //p' "$here/Dockerfile")
mkdir /work && cd /work && cp -r /usr/share/swell/inputs .
swell run inputs/sphere/regular.yaml -o out.h5 | tail -3
swell plot out.h5
$opened_at_first_use
$(use_python)
SH

mkdir "$work/project"
cat > "$work/project/CMakeLists.txt" << 'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(own CXX)
find_package(swell REQUIRED)
add_executable(own main.cpp)
target_link_libraries(own PRIVATE swell::swell)
CMAKE
cat > "$work/project/main.cpp" << 'CPP'
#include <cstdio>
#include "swell/waves/dispersion.h"
int main() { std::printf("k = %.6f rad/m\n", swell::waves::wavenumber(0.8, 50.0, 9.81)); }
CPP
section() { sed -n "/^%$1/,/^%/{/^%/d;p}" "$here/apptainer.def"; }
in_empty_root "apptainer (steps of apptainer.def), then find_package(swell)" "$packages"/swell_*_amd64.deb "$work/project" << SH
mv swell_*_amd64.deb swell.deb
$(section post)
$(section test)
apt-get -qq update
apt-get -qq install -y --no-install-recommends \$(dpkg-query -W -f '\${Suggests}' swell | tr -d ,) make > /dev/null
cmake -S project -B own > /dev/null && cmake --build own > /dev/null && own/own
$opened_at_first_use
SH

# The steps of the recipe that conda-build would run, read from the file.
steps() { /usr/bin/python3 -c 'import sys, yaml; r = yaml.safe_load(open(sys.argv[1])); print("\n".join(r[sys.argv[2]][sys.argv[3]]))' "$here/conda/meta.yaml" "$@"; }
in_empty_root "conda (steps of conda/meta.yaml)" "$packages"/swell-*-linux-x86_64 << SH
apt-get -qq update && apt-get -qq install -y --no-install-recommends python3-numpy > /dev/null
export PREFIX=/opt/conda SP_DIR=/opt/conda/lib/python3.11/site-packages
cd swell-*
$(steps build script)
cd /tmp && rm -r swell-*
export PATH=\$PREFIX/bin:\$PATH PYTHONPATH=\$SP_DIR
$(steps test commands) | tail -3
$opened_at_first_use
cp -r \$PREFIX/share/swell/inputs .
$(use_python)
SH
echo "every way of installing works"
