#!/usr/bin/env bash
# Installs what Swell builds, tests and draws with, from Debian's packages. Does nothing when all is there.
set -euo pipefail
packages=(clang lld g++ cmake ninja-build make pkg-config ccache
          libeigen3-dev libboost-dev libyaml-cpp-dev libfmt-dev libcli11-dev nlohmann-json3-dev libpugixml-dev libzip-dev
          libhdf5-dev libnetcdf-dev libfftw3-dev libmuparser-dev libmatio-dev libopenblas-dev libxxhash-dev
          libgtest-dev libgmock-dev libbenchmark-dev
          pybind11-dev python3-dev python3-numpy
          gnuplot-nox python3 python3-h5py python3-jsonschema python3-scipy python3-xarray python3-yaml)
if [ "${1:-}" = "full" ]; then packages+=(clang-tidy clang-format libclang-rt-14-dev valgrind slurmctld slurmd slurm-client munge); fi
if [ "${1:-}" = "format" ]; then packages+=(clang-format pmccabe); fi
if [ "${1:-}" = "report" ]; then
  command -v npm >/dev/null && exit 0  # Debian's, or a newer one that conflicts with it
  packages+=(nodejs npm)
fi
if [ "${1:-}" = "browser" ]; then packages+=(chromium); fi
if [ "${1:-}" = "clang" ]; then packages+=(libclang-rt-14-dev); fi
if [ "${1:-}" = "docs" ]; then
  packages+=(doxygen graphviz libjs-katex fonts-katex python3-sphinx python3-myst-parser python3-sphinxcontrib.bibtex python3-sphinx-copybutton furo)
fi
if [ "${1:-}" = "package" ]; then packages+=(dpkg-dev patchelf file binutils python3-wheel mmdebstrap); fi
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
echo "Installing: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "Run as root, or install these packages yourself: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
