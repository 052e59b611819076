/// Which reader a fuzzer is for: fuzz_format.cpp is compiled once per program.
#pragma once

const char* fuzz_format();
