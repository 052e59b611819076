# The two commands of the README, and the longer ones. Everything is built under build/.
SHELL := /bin/bash
JOBS ?= $(shell nproc)
BUILD := build/release
PRESET = $(if $(shell command -v clang++),release,gcc)
SWELL := $(BUILD)/tools/swell/swell
SKIPPED := $(BUILD)/skipped-tests.txt
RUN_DIR := build/run

.PHONY: help run test commands build report-assets page-tools page-if-possible dependencies format asan fuzz tidy ci-full measurements bench docs package-tree wheel package clean
help:
	@echo "make run      install what is missing, build, run a shipped example end to end"
	@echo "make test     the same, then every test"
	@echo "make report-assets   what swell report needs: uPlot and three.js by npm, bundled"
	@echo "make page-tools      the same and Chromium: make test then tests the page in a browser"
	@echo "make format   refuses C++ that clang-format would change; prints the longest files and functions"
	@echo "make asan     the sanitizer subset        make bench    the benchmarks (make measurements: builds them and validation/)"
	@echo "make fuzz     every reader of foreign files, 5 s each"
	@echo "make docs     the documentation as a site in build/docs"
	@echo "make wheel    a wheel for pip and a tarball that runs anywhere, in build/package"
	@echo "make package  the same and a .deb; packaging/ has a Dockerfile, apptainer.def and a conda recipe"
	@echo "make tidy     clang-tidy on every source"
	@echo "make ci-full  the same, the whole suite by GCC and under sanitizers, the long checks"

dependencies:
	@scripts/install-dependencies.sh

$(BUILD)/build.ninja: | dependencies
	@cmake --preset $(PRESET) -B $(BUILD) > /dev/null || cmake --preset $(PRESET) -B $(BUILD)

# The two commands, and the report's page where npm is: what a newcomer waits for.
commands: dependencies $(BUILD)/build.ninja
	@cmake --build $(BUILD) -j $(JOBS) --target swell_command bemio
	@$(MAKE) --no-print-directory page-if-possible

build: dependencies $(BUILD)/build.ninja
	@cmake --build $(BUILD) -j $(JOBS)

# The script of the report page, from npm by the hashes of package-lock.json. Optional: nothing else needs it.
PAGE := $(BUILD)/report-assets
PAGE_SOURCES := $(wildcard lib/report/page/*.json lib/report/page/*.mjs lib/report/page/src/*)
report-assets:
	@scripts/install-dependencies.sh report
	@$(MAKE) --no-print-directory $(PAGE)/page.html
	@ls -l $(PAGE)/*.js

$(PAGE)/page.html: $(PAGE_SOURCES)
	@mkdir -p $(PAGE)/work
	@cp -r lib/report/page/package.json lib/report/page/package-lock.json lib/report/page/build.mjs lib/report/page/src $(PAGE)/work
	@cd $(PAGE)/work && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=0 --fetch-timeout=20000 && node build.mjs ..
	@touch $@

# For the test of the page: its script and a browser. Without them, or without a network, the test is skipped.
page-tools:
	@scripts/install-dependencies.sh browser
	@$(MAKE) --no-print-directory report-assets

page-if-possible:
	@if command -v npm > /dev/null; then \
	  $(MAKE) --no-print-directory $(PAGE)/page.html 2> /dev/null || echo "npm's registry was not reached: reports have still plots, the test of their page is skipped"; fi

run: commands
	@mkdir -p $(RUN_DIR)
	$(SWELL) run inputs/sphere/regular.yaml -o $(RUN_DIR)/sphere-regular.h5
	$(SWELL) plot $(RUN_DIR)/sphere-regular.h5 -o $(RUN_DIR)/sphere-regular.svg
	@echo "Results: $(RUN_DIR)/sphere-regular.h5   plot: $(RUN_DIR)/sphere-regular.svg"

# ctest's own closing lines stay last but one; the tests that had no data are listed with where to get them.
test: run build page-if-possible
	@rm -f $(SKIPPED)
	@SWELL_SKIPPED_LIST=$(abspath $(SKIPPED)) ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure --no-tests=error --progress; status=$$?; \
	if [ -s $(SKIPPED) ]; then echo "Skipped for want of data (set SWELL_DATA to a folder that has it):"; sort $(SKIPPED); fi; exit $$status

format: dependencies
	@scripts/install-dependencies.sh format
	@mkdir -p build
	@scripts/check-format.sh
	@scripts/look.sh

# In the tree of the fuzzers, so that libraries are compiled under sanitizers once.
asan: dependencies
	@scripts/install-dependencies.sh clang
	cmake --preset fuzz > /dev/null
	cmake --build build/fuzz -j $(JOBS) --target swell_sanitize
	ctest --test-dir build/fuzz -j $(JOBS) --output-on-failure --no-tests=error -L sanitize

fuzz: dependencies
	@scripts/install-dependencies.sh clang
	cmake --preset fuzz > /dev/null
	cmake --build build/fuzz -j $(JOBS) --target swell_fuzzers
	ctest --test-dir build/fuzz -j $(JOBS) --output-on-failure --no-tests=error -L "^fuzz$$"

# Reads what `build` compiles, joined sources and precompiled headers included: a second build and its tests would say nothing more.
# bench is left out: loops of Google Benchmark are its idiom.
tidy: measurements
	@scripts/install-dependencies.sh full
	run-clang-tidy -quiet -j $(JOBS) -p $(BUILD) '/(lib|tools|bindings|tests|validation)/' > build/tidy.log 2>&1 || { grep -A 3 -E "(warning|error):" build/tidy.log; exit 1; }

ci-full: test measurements
	python3 tests/batch/kill_test.py --swell $(SWELL) --study inputs/sphere/power-matrix.yaml --kills 200
	/usr/bin/python3 validation/joints-long/measure.py $(SWELL)
	for trial in signals disk_full damaged writers archives; do SWELL_LONG_TESTS=1 \
	  /usr/bin/python3 tests/reliability/trials.py $$trial $(SWELL) $(BUILD)/tools/bemio/bemio . || [ $$? -eq 77 ] || exit 1; done
	$(BUILD)/validation/validation_energy "$${SWELL_DATA:-../shared/data}" inputs
	$(BUILD)/validation/validation_radiation_models "$${SWELL_DATA:-../shared/data}" inputs
	tests/batch/slurm_test.sh $(SWELL) inputs/sphere/power-matrix.yaml || [ $$? -eq 77 ]
	@scripts/install-dependencies.sh full
	bench/overhead/overhead.py --program $(BUILD)/bench/overhead --data "$${SWELL_DATA:-../shared/data}"
	$(BUILD)/bench/limits
	@mkdir -p $(RUN_DIR)
	$(SWELL) run bench/stiff_hour.yaml --audit --quiet -o $(RUN_DIR)/stiff-hour.h5
	$(MAKE) docs package
	packaging/try.sh build/package
	$(MAKE) tidy
	cmake --preset gcc > /dev/null && cmake --build build/gcc -j $(JOBS) && ctest --test-dir build/gcc -j $(JOBS) --output-on-failure
	cmake --preset fuzz > /dev/null && cmake --build build/fuzz -j $(JOBS) && cmake --build build/fuzz -j $(JOBS) --target swell_fuzzers swell_input_fuzzers
	ctest --test-dir build/fuzz -j $(JOBS) --output-on-failure

measurements: build
	@cmake --build $(BUILD) -j $(JOBS) --target swell_measurements

bench: measurements
	@for b in $(BUILD)/bench/*_bench; do echo "== $$b"; $$b; done

# Warnings are errors: a broken link or citation, a page that no page leads to, a mistake in a comment of a public header (Doxygen).
docs: dependencies
	@scripts/install-dependencies.sh docs
	sphinx-build -q -W --keep-going -j auto -b html docs build/docs
	@python3 tests/docs/site_test.py build/docs
	@doxygen docs/Doxyfile > build/doxygen.log 2>&1 || { cat build/doxygen.log; exit 1; }
	@echo "Documentation: build/docs/index.html   C++ interface: build/docs/cpp/index.html"

package-tree: dependencies page-if-possible
	@scripts/install-dependencies.sh package
	cmake --preset $(PRESET) -B build/package -DCMAKE_INSTALL_PREFIX=/usr -DSWELL_BUILD_TESTS=OFF -DSWELL_BUILD_BENCH=OFF > /dev/null
	cmake --build build/package -j $(JOBS)
	@if [ -f $(PAGE)/page.html ]; then mkdir -p build/package/report-assets; cp $(PAGE)/*.* build/package/report-assets; fi

wheel: package-tree
	packaging/bundle.sh build/package $$(sed -n 's/^project(swell VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

package: wheel
	cd build/package && cpack -G DEB > cpack.log

clean:
	rm -rf build
