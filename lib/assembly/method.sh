#!/bin/sh
# method.sh <output> <compiler> <source> ...: a C++ source with the digest of compiler and sources.
output=$1
shift
digest=$( (echo "$1"; shift; cat "$@") | sha1sum | cut -c-16)
echo "namespace swell::assembly { extern const char* const kMethod; const char* const kMethod = \"$digest \"; }" > "$output"
