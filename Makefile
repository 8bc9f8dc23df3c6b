# Everything one does with Vox. `make` alone explains itself.
#
# Settings, on the command line or in the environment:
#   VOX_CORPORA   a folder of real documents (default ../shared/corpora); used where it exists
#   VOX_PEERS     a folder with the newest yyjson and simdjson to measure against (default ../shared/peers)
#   VOX_CONTRACT  a folder with other lists of the promises (default ../shared/contract);
#                 where it exists, make contract compares their numbers
#   V=1           print the C compiler's commands
#   SWIFT, GCC, CLANG   other compilers than those on the PATH

# SwiftPM would take another CC for the toolchain's clang.
unexport CC

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

SWIFT ?= swift
GCC ?= gcc
VOX_CORPORA ?= ../shared/corpora
VOX_PEERS ?= ../shared/peers
VOX_CONTRACT ?= ../shared/contract

# The package traits that tests build with: all but Macros, for building swift-syntax takes minutes. Its
# tests are a package of their own (make check-macros).
TRAITS := Tool,AsyncHTTPClient,Hummingbird,PostgreSQL,SQLite,Telemetry,Yajl

# SwiftPM gives the compiler one -D for each trait, in the order of a Set, which differs from run to run.
# The compiler then takes its options for new ones and compiles every module again. With hashes that are
# the same in each process, a build after a small change compiles what changed.
#
# SWIFT_FLAGS: further options of each build.
SWIFT_BUILD := SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build $(SWIFT_FLAGS)

BUILD := build
# What each test of the last run came to, and what each step of `make test` took.
REPORT := $(BUILD)/report
TIMES := $(REPORT)/times
TIMED := @Scripts/timed $(TIMES)
QUIET := $(if $(V),,@)
JOBS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# Lets a recipe run make in parallel, unless make was told how many jobs to run.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

# Programs of the Swift toolchain come before those of the same name on the
# PATH: an older llvm-cov, for one, cannot read what the toolchain writes.
TOOLCHAIN = $(dir $(realpath $(shell command -v $(SWIFT) 2>/dev/null)))
toolchain = $(firstword $(wildcard $(TOOLCHAIN)$(1)) $(shell command -v $(1) 2>/dev/null))
CLANG ?= $(call toolchain,clang)

.PHONY: help
help: ## Print this list
	@echo 'make demo and make test set up the machine themselves. Targets:'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(filter-out %.d,$(MAKEFILE_LIST))

# --- Setting up ------------------------------------------------------------------

.PHONY: setup
setup: ## Install what is missing (done by the other targets too)
	@$(if $(SETUP_DONE),:,Scripts/setup)

# Run by recipes that build in a make of their own, so that setup runs once.
SUBMAKE = $(MAKE) $(if $(V),,-s) $(PARALLEL) SETUP_DONE=1

# SwiftPM 6.3 does not always make a new plan when sources were added ("unknown
# build description", or a name it cannot find); without the old one it does.
forget_plan = @rm -f $(1)/*.yaml $(1)/*/*/description.json

# --- The main targets ------------------------------------------------------------

# Two packages: the first needs nothing but Vox itself, and is done before SwiftNIO is fetched.
DOCUMENTS_DEMO = Examples/Swift/DocumentsDemo
SERVICE_DEMO = Examples/Swift/ServiceDemo

.PHONY: demo
demo: setup ## Build the demo in release and run it: on documents, then over HTTP
	@echo 'Demo, 1 of 2: JSON:API documents. Builds Vox in release, a minute or two the first time.'
	$(call forget_plan,$(DOCUMENTS_DEMO)/.build)
	@cd $(DOCUMENTS_DEMO) && $(SWIFT) build -c release --product documents-demo
	@cd $(DOCUMENTS_DEMO) && .build/release/documents-demo $(DEMO_CORPORA)
	@echo
	@echo 'Demo, 2 of 2: the same over HTTP. Builds SwiftNIO, Hummingbird and GRDB in release, too:'
	@echo 'ten minutes or so the first time, on two cores. Above is what Vox does without them.'
	@Scripts/setup sqlite
	$(call forget_plan,$(SERVICE_DEMO)/.build)
	@cd $(SERVICE_DEMO) && $(SWIFT) build -c release --product service-demo
	@cd $(SERVICE_DEMO) && .build/release/service-demo

.PHONY: check-demo
check-demo: setup ## Check what the demo prints, and drive and stop its server with curl
	@Scripts/setup sqlite curl
	@SWIFT='$(SWIFT)' Scripts/check-demo

.PHONY: check-tracker
check-tracker: setup ## Build the tracker, and send it requests with curl on SQLite and on PostgreSQL
	@Scripts/setup sqlite postgresql curl
	@SWIFT='$(SWIFT)' Scripts/check-tracker

.PHONY: conform-self
conform-self: setup ## Run the probes of Conformance on our own services and on one with faults
	@Scripts/setup sqlite postgresql
	@Scripts/embed-probes --check
	@Scripts/probed-rules
	$(SWIFT_BUILD) --build-tests --traits $(TRAITS)
	@$(SWIFT) test --traits $(TRAITS) --skip-build --filter 'ConformanceTests'

# Each server is installed from PyPI, at fixed versions.
.PHONY: conform-world
conform-world: vox ## Run the probes of Conformance on servers of others; writes docs/conformance.md (SERVERS='safrs,japyd')
	@Scripts/setup bindings
	@Scripts/conform-world --tool $(BUILD)/vox $(if $(SERVERS),--servers '$(SERVERS)')

.PHONY: check-interop
check-interop: setup ## Check the client against servers of others, and the service against clients (PARTS='safrs load')
	@Scripts/setup interop
	@SWIFT='$(SWIFT)' Scripts/check-interop $(PARTS)

SERVICES ?= $(VOX_CORPORA)/services
MUTATIONS ?= 20000

# Each line of the result counts one kind of exchange. The target fails where a count is not complete.
.PHONY: check-services
check-services: setup ## Replay recorded exchanges of real services (SERVICES=folder MUTATIONS=20000)
	$(SWIFT_BUILD) --build-tests --traits $(TRAITS)
	@VOX_SERVICES='$(abspath $(SERVICES))' VOX_SERVICE_MUTATIONS='$(MUTATIONS)' CI=true \
		$(SWIFT) test --traits $(TRAITS) --skip-build --filter 'ServiceCorpusTests'

# The tests run each model at a hundredth of this size. The seeds are printed.
# The tests of large relationships measure the memory of the process, so they run alone.
.PHONY: check-models
check-models: setup check-rows ## Run the random models in full size: walks by cursor, merges, lost updates, large relationships and tables
	$(SWIFT_BUILD) --build-tests --traits $(TRAITS)
	@VOX_MEMBERS=1000000 CI=true $(SWIFT) test --traits $(TRAITS) --skip-build \
		--filter RelationshipSizeTests
	@VOX_WALKS=100000 VOX_TRIPLES=10000 VOX_EDITS=100000 CI=true \
		$(SWIFT) test --traits $(TRAITS) --skip-build \
		--filter 'CursorWalkTests|MergingTests|LostUpdateTests'

DEMO_CORPORA = $(if $(wildcard $(VOX_CORPORA)/jsonapi),$(abspath $(VOX_CORPORA)))

.PHONY: test
test: setup ## Run all tests: the C core under gcc and clang, then Swift
	@Scripts/setup openssl postgresql
	@rm -f $(REPORT)/swift*.jsonl $(TIMES)
	+$(TIMED) 'tests of the scripts' $(MAKE) SETUP_DONE=1 check-scripts
	+$(TIMED) 'C: build' $(MAKE) SETUP_DONE=1 build-ctest
	+$(TIMED) 'C: tests' $(MAKE) SETUP_DONE=1 ctest
	$(TIMED) 'Swift: build' env $(SWIFT_BUILD) --build-tests --traits $(TRAITS)
	$(TIMED) 'Swift: tests' $(swift_test) --skip '$(REAL_TIME)' \
		--event-stream-output-path $(REPORT)/swift.jsonl || Scripts/failed-tests $(REPORT)/swift.jsonl
	@# They measure time: one by one, for the others leave no thread free.
	$(TIMED) 'Swift: tests in real time' $(swift_test) --no-parallel --filter '$(REAL_TIME)' \
		--event-stream-output-path $(REPORT)/swift-transport.jsonl \
		|| Scripts/failed-tests $(REPORT)/swift-transport.jsonl
	+$(TIMED) 'examples and dependents' $(MAKE) SETUP_DONE=1 dependents
	@Scripts/timed $(TIMES)

# Eight tests at once. Of all at once, on two cores, each waits for the threads of the others, minutes
# on a busy machine: then requests that have nothing to do with time run into their time limits.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 8

swift_test = $(SWIFT) test --traits $(TRAITS) --skip-build --event-stream-version 0

# Tests in real time, by their names: over sockets, and with bounds on what something takes. Those
# that wait by a clock of their own are none of them.
REAL_TIME := VoxTransportTests|VoxHTTPTests.(JobTests|CredentialTests)|VoxRESTTests.FormUploadTests|VoxConformanceTests.(BadServerTests|SocketTests)

.PHONY: unit
unit: setup ## Run what a small change needs: the quick C tests under gcc, Swift without traits and slow tests
	+@$(SUBMAKE) $(BUILD)/ctest-gcc
	@SWIFT='$(SWIFT)' Scripts/unit $(BUILD)/ctest-gcc

.PHONY: check-scripts
check-scripts:
	@Scripts/bench-overview --check
	@Scripts/powers-of-ten
	@Scripts/check-nulls

# Tests first when there is no report of them; with JSON=1 only JSON is printed.
.PHONY: contract
contract: ## Say which promises (docs/promises) the last tests cover (JSON=1 for programs)
	+@[ -f $(REPORT)/swift-transport.jsonl ] && [ -f $(REPORT)/ctest-gcc.tsv ] || $(MAKE) test >&2
	@VOX_CONTRACT='$(VOX_CONTRACT)' Scripts/contract $(if $(JSON),--json)

.PHONY: examples
examples: setup ## Compile and run the examples of the documentation
	@Scripts/setup c-peers
	@SWIFT='$(SWIFT)' GCC='$(GCC)' VOX_PEERS='$(abspath $(VOX_PEERS))' Scripts/check-examples

.PHONY: docs
docs: setup ## Build the documentation of all modules, without a warning, as build/docs/site
	@SWIFT='$(SWIFT)' TRAITS='$(TRAITS)' Scripts/docs

.PHONY: manual
manual: ## Build the manual of the C library, without a warning, as build/manual
	@Scripts/setup manual
	@Scripts/manual check

.PHONY: dependents
dependents: examples ## Build and run a package that depends on this one, as the examples do
	@Scripts/check-dependents

.PHONY: check-macros
check-macros: setup ## Build and test the macro @Resource, which fetches and builds swift-syntax
	@SWIFT='$(SWIFT)' Scripts/check-macros

.PHONY: measure-macro
measure-macro: check-macros ## Measure how long 50 models take to compile, written by hand and by the macro
	@SWIFT='$(SWIFT)' Scripts/measure-macro

# Swift's runtime is linked statically: the tool runs on machines that have none.
VOX_SCRATCH ?= .build
build_vox = $(SWIFT_BUILD) -c release --static-swift-stdlib --traits Tool,Yajl --product vox \
	--scratch-path '$(VOX_SCRATCH)'
.PHONY: vox
vox: setup ## Build the command line tool in release, as build/vox, with its man page
	@Scripts/setup python
	$(build_vox)
	@mkdir -p $(BUILD)
	@cp "$$($(build_vox) --show-bin-path)/vox" $(BUILD)/vox
	@$(BUILD)/vox --experimental-dump-help | Scripts/man-page $(VERSION) >$(BUILD)/vox.1

.PHONY: check-engines
check-engines: setup ## Check that DuckDB, Polars, pandas, Daft and Spark give the rows of Vox, Spark on a cluster too
	@Scripts/setup spark bindings
	@Scripts/check-engines

# With BENCH only the tool measures, on the files of the corpora: make bench BENCH='--json'
.PHONY: bench
bench: setup ## Measure documents, a service and a client against others; writes docs/benchmarks (BENCH='--json': only `vox bench`)
	+@$(if $(BENCH),$(MAKE) SETUP_DONE=1 bench-tool,$(MAKE) SETUP_DONE=1 bench-documents && $(MAKE) SETUP_DONE=1 bench-service)

.PHONY: bench-tool
bench-tool: vox
	@VOX_CORPORA='$(VOX_CORPORA)' Scripts/bench $(BUILD)/vox $(BENCH)

# On an idle machine. Ends with an error when a row falls below its goal; goals are those of this model
# of processor. BENCH_ONLY='lazy open' measures what has that in "job, over peer", and writes nothing;
# BENCH_SETTLE=1 makes the figures of this run those that goals are taken from on this processor.
bench_documents = Benchmarks/Documents/.build/release/documents-bench --corpora '$(VOX_CORPORA)' \
	$(if $(BENCH_SETTLE),--settle,--goals) Benchmarks/Documents/goals \
	--commit "$$(git describe --always --dirty --abbrev=40 2>/dev/null || echo unknown)" \
	--swift "$$($(SWIFT) --version 2>/dev/null | sed -n 's/.*\(Swift\) version \([0-9.]*\).*/\1 \2/p' | head -n 1)"

.PHONY: bench-documents
bench-documents: documents-bench ## Measure parsing, editing and writing documents, in C and Swift, against other libraries
ifneq ($(BENCH_ONLY),)
	@$(bench_documents) --only '$(BENCH_ONLY)'
else
	@Scripts/setup python
	@$(bench_documents) --output docs/benchmarks/results --charts $(BUILD)/benchmarks; status=$$?; \
		Benchmarks/Documents/draw-charts $(BUILD)/benchmarks docs/benchmarks && \
		Scripts/bench-overview && exit $$status
endif

.PHONY: documents-bench
documents-bench: setup
	@VOX_PEERS='$(VOX_PEERS)' Scripts/setup bench-peers
	$(call forget_plan,Benchmarks/Documents/.build)
	@BENCH_SIMDJSON=$$(VOX_PEERS='$(abspath $(VOX_PEERS))' Benchmarks/Documents/fetch-peers) || exit; \
		export BENCH_SIMDJSON; cd Benchmarks/Documents && $(SWIFT) build -c release -q

# The jobs of a service and a client with every request. Each row has a goal.
requests = request: |read three fields, free|every name and value|refuse what|with line and column|build a doc|memory, reliable

.PHONY: bench-requests
bench-requests: setup ## Measure what single requests cost, in memory and over sockets, in C and Swift
	$(call forget_plan,Benchmarks/Service/.build)
	@cd Benchmarks/Service && $(SWIFT) build -c release -q
	+@$(MAKE) SETUP_DONE=1 bench-documents BENCH_ONLY='$(requests)'; status=$$?; \
		Benchmarks/Service/.build/release/service-bench list fetch && exit $$status

.PHONY: check-bench
check-bench: documents-bench ## Check that the bench of documents ends with an error on a loss
	@Scripts/check-bench Benchmarks/Documents/.build/release/documents-bench

# On the rows that both have; BENCH_ONLY's kind of text in ROWS. ROUNDS=9: processes a side.
.PHONY: bench-compare
bench-compare: setup ## Compare the bench of documents with another commit: BASE=COMMIT [ROWS='lazy open'] [ROUNDS=9]
	@Scripts/setup python
	$(if $(BASE),,$(error make bench-compare BASE=COMMIT: which commit is to be compared with?))
	@VOX_CORPORA='$(VOX_CORPORA)' VOX_PEERS='$(VOX_PEERS)' Scripts/bench-compare '$(BASE)' \
		$(if $(ROWS),--rows '$(ROWS)') $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: bench-instructions
bench-instructions: setup ## Count the instructions of the core, and of typed reads and edits, here and at another commit: BASE=COMMIT [PARTS=core]
	@Scripts/setup python valgrind
	$(if $(BASE),,$(error make bench-instructions BASE=COMMIT: which commit is to be compared with?))
	@SWIFT='$(SWIFT)' CC='$(CC)' Scripts/bench-instructions '$(BASE)' $(if $(PARTS),--parts '$(PARTS)')

.PHONY: bench-service
bench-service: setup ## Measure a service and a client over sockets, against others without Vox
	$(call forget_plan,Benchmarks/Service/.build)
	@cd Benchmarks/Service && $(SWIFT) build -c release -q
	@cd Benchmarks/Service && $(SWIFT) run -c release -q --skip-build service-bench

soak_build = cd Benchmarks/Soak && $(SWIFT_BUILD) -c release -q

.PHONY: check-rows
check-rows: setup ## Walk a table of ROWS rows (1,000,000) by cursor, on SQLite and PostgreSQL, in flat memory
	@Scripts/setup sqlite postgresql
	$(call forget_plan,Benchmarks/Soak/.build)
	@$(soak_build)
	@Benchmarks/Soak/.build/release/soak rows $(ROWS)

# Half of the time on SQLite, half on PostgreSQL. Ends with an error when a write is lost, a response is
# not as expected, or memory, descriptors or latency grow.
SOAK_MINUTES ?= 2
.PHONY: soak
soak: setup ## Run a service on a database under mixed load, and draw its memory, descriptors and latency (SOAK_MINUTES=2)
	@Scripts/setup sqlite postgresql charts
	$(call forget_plan,Benchmarks/Soak/.build)
	@$(soak_build)
	@rm -rf $(BUILD)/soak
	@Benchmarks/Soak/.build/release/soak $(SOAK_MINUTES) --output $(BUILD)/soak; status=$$?; \
		[ ! -d $(BUILD)/soak ] || Benchmarks/Soak/draw-charts $(BUILD)/soak && exit $$status

# --- C tests ---------------------------------------------------------------------
#
# The C core and its tests, without Swift: one program a compiler, run from the
# root of the repository. VOX_QUICK=1 in the environment asks the long
# tests (exhaustive tables, deep nesting, large objects) to do less; valgrind
# is some 30 times slower, so `make sanitize` sets it there.

# The targets of the fuzzer are replayed by the tests.
CTEST_SOURCES := $(wildcard CSources/*/*.c) $(wildcard Tests/C/*.c Tests/C/*/*.c) \
	$(filter-out %/main.c,$(wildcard Fuzz/*.c Fuzz/*/*.c))
WARNINGS ?= -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
CTEST_FLAGS = -std=c11 -O1 -g -D_GNU_SOURCE $(WARNINGS) \
	-Iinclude -ICSources -ITests/C/support -IFuzz $(YAJL_CFLAGS)
CTEST_LIBS = $(YAJL_LIBS) -lm -lpthread
# Asked when a recipe needs it: setup may have installed yajl just before.
YAJL_CFLAGS = $(shell pkg-config --cflags yajl)
YAJL_LIBS = $(shell pkg-config --libs yajl)

# ld.gold prints a warning for each helper of the address sanitizer; lld does not.
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
	$(if $(wildcard $(TOOLCHAIN)ld.lld),-fuse-ld=lld -Wno-unused-command-line-argument)
COVERAGE := -fprofile-instr-generate -fcoverage-mapping

# Has the core count what it does, for tests of growth (Tests/C/support/steps.h).
STEPS := -fsanitize-coverage=trace-pc

# $(1) name, $(2) compiler, $(3) further flags, $(4) flags of the core alone, $(5) the core, if not
# that of CSources: build/ctest-NAME from build/c/NAME/*.o
define ctest_program
$(BUILD)/c/$(1)/%.o: %.c Makefile | setup
	@mkdir -p $$(@D)
	@$$(if $$(V),,echo '  $(1)  $$<')
	$$(QUIET)$(2) $$(CTEST_FLAGS) $(3) $$(if $$(filter CSources/% $(5),$$<),$(4)) -MMD -MP -c $$< -o $$@

$(BUILD)/ctest-$(1): $$(patsubst %.c,$(BUILD)/c/$(1)/%.o,$(if $(5),$(5) $$(filter-out CSources/%,$$(CTEST_SOURCES)),$$(CTEST_SOURCES))) | setup
	$$(QUIET)$(2) $(3) $$^ $$(CTEST_LIBS) -o $$@

-include $$(CTEST_SOURCES:%.c=$(BUILD)/c/$(1)/%.d)
endef

$(eval $(call ctest_program,gcc,$(GCC),,$(STEPS)))
$(eval $(call ctest_program,clang,$(CLANG),,$(STEPS)))
$(eval $(call ctest_program,sanitize,$(or $(CLANG),$(GCC)),$(SANITIZERS)))
# With misuse told apart (CSources/tree/armor.h).
$(eval $(call ctest_program,armor,$(GCC),-DVOX_ARMOR))
# Without yajl, with which it is not even linked, and without integers of 128 bits.
$(eval $(call ctest_program,fast,$(GCC),-DVOX_WITHOUT_YAJL -DVOX_WITHOUT_INT128))
$(BUILD)/ctest-fast: YAJL_LIBS =
# By gcc: the thread sanitizer of the Swift toolchain's clang wants libdispatch.
$(eval $(call ctest_program,thread,$(GCC),-fsanitize=thread))
$(eval $(call ctest_program,coverage,$(CLANG),$(COVERAGE)))

# For libFuzzer: the core alone counts its edges. Another builder (Fuzz/build.sh) has flags of its own.
FUZZ_FLAGS ?= $(SANITIZERS)
FUZZ_CORE_FLAGS ?= -fsanitize=fuzzer-no-link
FUZZ_LINK ?= $(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer
$(eval $(call ctest_program,fuzz,$(CLANG),$(FUZZ_FLAGS),$(FUZZ_CORE_FLAGS)))

CTEST_PROGRAMS := $(BUILD)/ctest-gcc $(if $(CLANG),$(BUILD)/ctest-clang)

# A program in C++, linked with the core as it is built for the C tests.
GXX ?= g++
CLANGXX ?= $(if $(CLANG),$(CLANG)++)
CPLUSPLUS_TEST := $(wildcard Tests/C/cplusplus.cpp Tests/C/*/cplusplus.cpp)
define cplusplus_program
$(BUILD)/ctest-cplusplus-$(1): $(CPLUSPLUS_TEST) $(wildcard include/*.h include/vox/*.h) \
		$(patsubst %.c,$(BUILD)/c/$(1)/%.o,$(filter CSources/% %/steps.c %/check.c %/check_allocator.c,$(CTEST_SOURCES))) | setup
	$$(QUIET)$(2) -std=c++11 -O1 -g -Wall -Wextra -Wpedantic -Werror -Iinclude -ITests/C/support \
		$$(filter %.cpp %.o,$$^) $$(CTEST_LIBS) -o $$@
endef
$(eval $(call cplusplus_program,gcc,$(GXX)))
$(eval $(call cplusplus_program,clang,$(CLANGXX)))
CPLUSPLUS_PROGRAMS := $(BUILD)/ctest-cplusplus-gcc $(if $(CLANG),$(BUILD)/ctest-cplusplus-clang)

# The programs of Examples/C, linked with the core as it is built for the C tests. $(3): further flags.
define c_examples
.PHONY: run-c-examples-$(1)
run-c-examples-$(1): $(patsubst %.c,$(BUILD)/c/$(1)/%.o,$(filter CSources/% %/steps.c %/check.c %/check_allocator.c,$(CTEST_SOURCES))) | setup
	@CC='$(2)' CFLAGS='-Iinclude -O1 -g $(3)' LIBS='$$^ $$(CTEST_LIBS)' Scripts/check-c-examples $(1)
endef
$(eval $(call c_examples,gcc,$(GCC),))
$(eval $(call c_examples,clang,$(CLANG),))
$(eval $(call c_examples,sanitize,$(or $(CLANG),$(GCC)),$(SANITIZERS)))
C_EXAMPLES := run-c-examples-gcc $(if $(CLANG),run-c-examples-clang)

# Numbers must read the same where the decimal sign is a comma.
LOCALE := $(BUILD)/locale/de_DE.UTF-8
$(LOCALE):
	@Scripts/setup locales
	@mkdir -p $(@D)
	@localedef -i de_DE -f UTF-8 $@ || echo 'ctest: no German locale could be made; its test is skipped'

.PHONY: ctest
ctest: build-ctest $(LOCALE) ## Build and run the tests of the C core, under gcc and clang
	@$(if $(CLANG),:,echo 'ctest: there is no clang, so only gcc is tried')
	@mkdir -p $(REPORT) && rm -f $(REPORT)/ctest-*.tsv
	+@$(SUBMAKE) -k --output-sync=target $(RUNS) run-ctest-yajl check-headers check-symbols \
		$(C_EXAMPLES)

.PHONY: build-ctest
build-ctest: setup
	+@$(SUBMAKE) $(CTEST_PROGRAMS) $(CPLUSPLUS_PROGRAMS) $(BUILD)/ctest-armor $(BUILD)/ctest-fast \
		$(LIBRARY)/libvox.a $(LIBRARY)/libvox.so

# What may run at once, the longest first.
RUNS := $(patsubst $(BUILD)/%,run-%,$(CTEST_PROGRAMS) $(BUILD)/ctest-armor $(BUILD)/ctest-fast \
	$(CPLUSPLUS_PROGRAMS))
.PHONY: $(RUNS)
$(RUNS): run-%:
	@echo '$(BUILD)/$*'
	@LOCPATH=$(CURDIR)/$(BUILD)/locale $(BUILD)/$* $(run_arguments_$*)
# Without yajl, and with yajl alone: what reads is all that differs, so the quick tests will do.
run-ctest-fast: export VOX_QUICK = 1
.PHONY: run-ctest-yajl
run-ctest-yajl:
	@echo '$(BUILD)/ctest-gcc, read by yajl'
	@VOX_QUICK=1 VOX_READER=yajl $(BUILD)/ctest-gcc
run_arguments_ctest-gcc = --report $(REPORT)/ctest-gcc.tsv
run_arguments_ctest-clang = --report $(REPORT)/ctest-clang.tsv
run_arguments_ctest-armor = --report $(REPORT)/ctest-armor.tsv armor nulls

.PHONY: check-headers
check-headers:
	@GCC='$(GCC)' GXX='$(GXX)' CLANG='$(CLANG)' CLANGXX='$(CLANGXX)' Scripts/check-headers

.PHONY: check-symbols
check-symbols:
	@mkdir -p $(REPORT)
	@GCC='$(GCC)' Scripts/check-symbols $(LIBRARY) $(REPORT)/ctest-library.tsv

# --- The C library ---------------------------------------------------------------

include Packaging/library.mk

# --- Checks ----------------------------------------------------------------------

.PHONY: sanitize
sanitize: sanitize-c sanitize-swift sanitize-thread valgrind ## Run the tests under address, undefined-behaviour and thread sanitizers, and valgrind

.PHONY: sanitize-c
sanitize-c: setup
	+@$(SUBMAKE) $(BUILD)/ctest-sanitize $(BUILD)/ctest-armor
	ASAN_OPTIONS=detect_leaks=1 $(BUILD)/ctest-sanitize
	$(BUILD)/ctest-armor
	+@ASAN_OPTIONS=detect_leaks=1 $(SUBMAKE) run-c-examples-sanitize

# Undefined behaviour is looked for in C alone; Swift has no such sanitizer.
# The backtracer of Swift hangs under the address sanitizer, so it is off.
.PHONY: sanitize-swift
sanitize-swift: setup
	$(call forget_plan,.build-sanitize)
	SWIFT_BACKTRACE=enable=no LSAN_OPTIONS='suppressions=$(CURDIR)/Scripts/lsan.supp:print_suppressions=0' \
	$(SWIFT) test --traits $(TRAITS) --scratch-path .build-sanitize --sanitize=address \
		-Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
		-Xswiftc -Xclang-linker -Xswiftc -fsanitize=undefined -Xswiftc -use-ld=lld

# What several threads do together: frozen documents and requests. Nothing is suppressed: the object
# files tell the sanitizer when a Mutex changes hands and when a reference is the last one, and the
# script shows that races are reported.
THREAD_OBJECTS := $(BUILD)/thread/mutex.o $(BUILD)/thread/references.o
$(THREAD_OBJECTS): $(BUILD)/thread/%.o: Tests/ThreadSanitizer/%.c Makefile | setup
	@mkdir -p $(@D)
	$(QUIET)$(CLANG) $(CTEST_FLAGS) -c $< -o $@

.PHONY: check-thread-sanitizer
check-thread-sanitizer: setup $(THREAD_OBJECTS) ## Check that the thread sanitizer knows locks and references, and reports races
	@SWIFT='$(SWIFT)' Scripts/check-thread-sanitizer $(THREAD_OBJECTS)

.PHONY: sanitize-thread
sanitize-thread: setup check-thread-sanitizer
	+@$(SUBMAKE) $(BUILD)/ctest-thread
	$(BUILD)/ctest-thread freezing pool. inline_cache. validate_limits column_threads
	$(call forget_plan,.build-thread)
	SWIFT_BACKTRACE=enable=no \
	$(SWIFT) test --traits $(TRAITS) --scratch-path .build-thread --sanitize=thread \
		$(THREAD_OBJECTS:%=-Xlinker $(CURDIR)/%) \
		--no-parallel --filter 'FreezingTests|ThreadTests|VoxHTTPTests|VoxTransportTests'

# The tests at their quick size: the sanitizers find what is written wrong, not what is slow.
.PHONY: sanitize-quick
sanitize-quick: setup
	+@VOX_QUICK=1 $(MAKE) SETUP_DONE=1 sanitize-c

# Of the same sources a seed makes the same mutants. FILES='set_value.c index.c': of these alone;
# AGAIN=1: those that survived the last run.
MUTANTS ?= 200
.PHONY: mutate
mutate: setup ## Change the core at random places, and see whether the C tests notice (MUTANTS=200 SEED=7)
	@Scripts/setup python
	+@$(SUBMAKE) $(BUILD)/ctest-gcc $(BUILD)/ctest-sanitize
	@Scripts/mutate --compiler '$(GCC)' --sanitizing '$(or $(CLANG),$(GCC))' --mutants $(MUTANTS) $(if $(SEED),--seed $(SEED)) \
		$(if $(AGAIN),--again) $(FILES)

# BENCH=1 measures as well, and ends with an error below the goal. CORPORA is how many corpora the
# columns are tested with; 10000 before a release.
.PHONY: check-python
check-python: setup ## Install the Python module and a wheel of it, and test them (BENCH=1 CORPORA=10000)
	@Scripts/setup bindings
	+@MAKE='$(MAKE)' BUILD='$(BUILD)' VOX_COLUMN_CORPORA='$(or $(CORPORA),300)' Scripts/check-python $(if $(BENCH),--bench)

# FUZZ_SECONDS are those of all targets together. What is found stays in build/fuzz/findings.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= $(sort $(patsubst Fuzz/targets/%.c,%,$(wildcard Fuzz/targets/*.c)))
FUZZ_PROGRAMS = $(FUZZ_TARGETS:%=$(BUILD)/fuzz/%)
# Without what counts steps: libFuzzer has a function of that name.
FUZZ_OBJECTS := $(patsubst %.c,$(BUILD)/c/fuzz/%.o,$(filter-out %/steps.c,\
	$(filter CSources/% Tests/C/support/% Fuzz/%,$(CTEST_SOURCES))))

$(BUILD)/fuzz/%.main.o: Fuzz/main.c Fuzz/fuzz.h Makefile | setup
	@mkdir -p $(@D)
	$(QUIET)$(CLANG) $(CTEST_FLAGS) $(FUZZ_FLAGS) -DFUZZ_TARGET=fuzz_$* -c $< -o $@

$(BUILD)/fuzz/%: $(BUILD)/fuzz/%.main.o $(FUZZ_OBJECTS)
	$(QUIET)$(FUZZ_LINK) $^ $(CTEST_LIBS) -o $@

.PRECIOUS: $(BUILD)/fuzz/%.main.o

.PHONY: fuzz-programs
fuzz-programs: $(FUZZ_PROGRAMS)

.PHONY: fuzz
fuzz: setup ## Look for inputs that break the core (FUZZ_SECONDS=60, FUZZ_TARGETS='parse edit')
	$(if $(CLANG),,$(error fuzzing needs the clang of the Swift toolchain))
	+@$(SUBMAKE) fuzz-programs
	@BUILD='$(BUILD)' Scripts/fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)

.PHONY: check-32
check-32: setup ## Build the C library and run the quick C tests for 32 bits
	@Scripts/check-32

.PHONY: check-musl
check-musl: setup ## Build the C core with musl, run the quick C tests, and compare its speed with glibc
	@Scripts/check-musl

.PHONY: check-arm
check-arm: setup ## Build the C library and run the C tests for 64-bit ARM, under qemu
	@Scripts/check-arm

# The program that gcc built: valgrind cannot read what a recent clang writes.
VALGRIND := valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=99
.PHONY: valgrind
valgrind:
	@Scripts/setup valgrind
	+@$(SUBMAKE) $(BUILD)/ctest-gcc
	VOX_QUICK=1 $(VALGRIND) $(BUILD)/ctest-gcc
	+@RUN='$(VALGRIND)' $(SUBMAKE) run-c-examples-gcc

# The C tests and the Swift tests count together.
COVERED = $(SWIFT_BUILD) --build-tests --traits $(TRAITS) --scratch-path .build-coverage \
	--enable-code-coverage $(addprefix -Xcc ,$(COVERAGE))
LLVM_COV = $(call toolchain,llvm-cov)

.PHONY: coverage
coverage: setup ## Report which lines the tests reach (also build/coverage/index.html)
	$(if $(CLANG),,$(error coverage needs the clang of the Swift toolchain))
	@rm -rf $(BUILD)/coverage && mkdir -p $(BUILD)/coverage
	+@$(SUBMAKE) $(BUILD)/ctest-coverage
	LLVM_PROFILE_FILE=$(BUILD)/coverage/ctest.profraw $(BUILD)/ctest-coverage
	$(call forget_plan,.build-coverage)
	$(subst build --build-tests,test,$(COVERED))
	@set -e; products=$$($(COVERED) --show-bin-path); data=$(BUILD)/coverage; \
	$(call toolchain,llvm-profdata) merge -o $$data/all.profdata \
		$$data/ctest.profraw "$$products/codecov/default.profdata"; \
	set -- "$$products/voxPackageTests.xctest" -object $(BUILD)/ctest-coverage \
		-instr-profile=$$data/all.profdata -ignore-filename-regex='(/\.build[^/]*|/Tests)/'; \
	$(LLVM_COV) export -format=lcov "$$@" >$$data/lcov.info; \
	$(LLVM_COV) show -format=html -output-dir=$$data "$$@"; \
	$(LLVM_COV) report "$$@"; \
	echo "In full: $$data/index.html"

# Without Swift: what the C tests alone reach of the core, which must be 95 % of its branches.
.PHONY: coverage-c
coverage-c: setup ## Report which branches of the core the C tests reach (UNREACHED=1: and which not)
	$(if $(CLANG),,$(error coverage needs the clang of the Swift toolchain))
	@Scripts/setup python
	+@$(SUBMAKE) $(BUILD)/ctest-coverage
	@LLVM_PROFDATA='$(call toolchain,llvm-profdata)' LLVM_COV='$(LLVM_COV)' \
		Scripts/coverage-c $(BUILD)/ctest-coverage $(if $(UNREACHED),--unreached)

# Sources of ours, build products aside.
find_sources = find $(wildcard $(2)) -name '.build*' -prune -o -type f \( $(1) \) -print
SWIFT_FILES = $(call find_sources,-name '*.swift',Package.swift Sources Tests Examples Benchmarks)
C_FILES = $(call find_sources,-name '*.c' -o -name '*.h' -o -name '*.cpp',include CSources Sources Tests Examples Benchmarks Fuzz)
# Versions of clang-format lay out differently; 14 is the one that counts.
CLANG_FORMAT = $(shell command -v clang-format-14 2>/dev/null)

.PHONY: setup-format
setup-format:
	@Scripts/setup format

.PHONY: format
format: setup-format ## Lay out all sources
	@$(SWIFT_FILES) | xargs $(SWIFT) format format --in-place --parallel
	@$(if $(CLANG_FORMAT),$(C_FILES) | xargs $(CLANG_FORMAT) -i,echo 'format: C is left alone without clang-format 14')

.PHONY: lint
lint: setup-format amalgamation ## Check layout, documentation comments and house rules
	@Scripts/lint
	@$(SWIFT_FILES) | xargs $(SWIFT) format lint --strict --parallel
	@$(if $(CLANG_FORMAT),$(C_FILES) | xargs $(CLANG_FORMAT) --dry-run -Werror,echo 'lint: the layout of C is not checked without clang-format 14')
	@CC='$(GCC)' Scripts/layers
	@$(GCC) -std=c11 $(WARNINGS) -fsyntax-only $(AMALGAMATION)/vox.c
	@Scripts/mutate --check
	@echo 'lint: nothing to complain about'

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf $(BUILD) .build .build-*
	find Examples Benchmarks Tests -name '.build*' -prune -exec rm -rf {} + 2>/dev/null || true
