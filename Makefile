# Everything one does with Vox. `make` alone explains itself.
#
# Settings, on the command line or in the environment:
#   VOX_CORPORA   a folder of real documents, whose tests then must run; without it ../shared/corpora is
#                 used where it exists; empty: none
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
# tests are a package of their own (make check-macros). The product is that of the tests alone: nothing of
# it uses AsyncHTTPClient, whose BoringSSL takes longer to build than all the rest (make integration).
TRAITS := AsyncHTTPClient,Hummingbird,PostgreSQL,SQLite

# SwiftPM gives the compiler one -D for each trait, in the order of a Set, which differs from run to run.
# The compiler then takes its options for new ones and compiles every module again. With hashes that are
# the same in each process, a build after a small change compiles what changed.
#
# SWIFT_FLAGS: further options of each build.
export SWIFT_DETERMINISTIC_HASHING := 1
SWIFT_BUILD = $(SWIFT) build $(SWIFT_FLAGS)

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

# What users of Vox run; the other targets are for those who work on it.
USERS := demo test examples docs manual vox library install amalgamation check-light clean

.PHONY: help
help: ## Print this list
	@awk -F ':.*## ' -v users='$(USERS)' 'BEGIN { count = split(users, name, " ") } \
		/^[a-z0-9-]+:.*## / { text[$$1] = $$2; order[++all] = $$1 } \
		function line(one) { if (one in text) printf "  %-13s %s\n", one, text[one]; delete text[one] } \
		END { print "make demo and make test set up the machine themselves. To use Vox:\n"; \
			for (i = 1; i <= count; i++) line(name[i]); print "\nTo work on it:\n"; \
			for (i = 1; i <= all; i++) line(order[i]) }' $(filter-out %.d,$(MAKEFILE_LIST))

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

# Nobody debugs the demo: in release without optimisation Swift builds in a third of the time. The C core
# is optimised all the same.
DEMO = Examples/Swift/MusicDemo
DEMO_BUILD = cd $(DEMO) && $(SWIFT) build -c release -Xswiftc -Onone -debug-info-format none

.PHONY: demo
demo: setup-demo ## Build the demo and run it: on documents and a service in memory, then over HTTP
	@echo 'Demo, 1 of 2: JSON:API documents, and a service in memory.'
	@echo 'Fetches what both parts need, and builds the C core and Vox: half a minute to a minute on two cores.'
	@$(DEMO_BUILD) --product documents-demo
	@cd $(DEMO) && .build/release/documents-demo $(DEMO_CORPORA)
	@echo
	@echo 'Demo, 2 of 2: the same requests over HTTP, and an SQLite file.'
	@echo 'Builds SwiftNIO, Hummingbird and GRDB: one to three minutes. Above is what Vox does without them.'
	@$(DEMO_BUILD) --product service-demo
	@cd $(DEMO) && .build/release/service-demo

.PHONY: setup-demo
setup-demo:
	@$(if $(SETUP_DONE),:,Scripts/setup demo)

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
	@Conformance/probed-rules
	$(TEST_BUILD)
	@$(SWIFT) test $(TEST_FLAGS) --skip-build --filter 'ConformanceTests'

.PHONY: conform-faults
conform-faults: setup ## List the faults of servers that the tests hold, with the probe that tells each
	$(TEST_BUILD)
	@VOX_FAULTS=1 $(SWIFT) test $(TEST_FLAGS) --skip-build --filter 'ConformanceTests.FaultTests' \
		| Conformance/told-faults

# Each server is installed from PyPI, at fixed versions.
.PHONY: conform-world
conform-world: setup ## Run the probes of Conformance on servers of others; counts in docs/conformance (SERVERS='safrs,japyd')
	+@$(MAKE) SETUP_DONE=1 vox NETWORK=1
	@Scripts/setup bindings
	@Conformance/World/conform --tool $(BUILD)/vox $(if $(SERVERS),--servers '$(SERVERS)')

.PHONY: check-interop
check-interop: setup ## Check the client against servers of others, and the service against clients (PARTS='safrs load')
	@Scripts/setup interop
	@SWIFT='$(SWIFT)' Scripts/check-interop $(PARTS)

SERVICES ?= $(VOX_CORPORA)/services
MUTATIONS ?= 20000

# Each line of the result counts one kind of exchange. The target fails where a count is not complete.
.PHONY: check-services
check-services: setup-tests ## Replay recorded exchanges of real services (SERVICES=folder MUTATIONS=20000)
	$(TEST_BUILD)
	@VOX_SERVICES='$(abspath $(SERVICES))' VOX_SERVICE_MUTATIONS='$(MUTATIONS)' \
		VOX_CORPORA='$(abspath $(VOX_CORPORA))' \
		$(SWIFT) test $(TEST_FLAGS) --skip-build --filter 'ServiceCorpusTests'

# The tests run each model at a hundredth of this size. The seeds are printed.
# The tests of large relationships measure the memory of the process, so they run alone.
.PHONY: check-models
check-models: setup check-rows ## Run the random models in full size: walks by cursor, merges, lost updates, large relationships and tables
	$(TEST_BUILD)
	@VOX_MEMBERS=1000000 CI=true $(SWIFT) test $(TEST_FLAGS) --skip-build \
		--filter RelationshipSizeTests
	@VOX_WALKS=100000 VOX_TRIPLES=10000 VOX_EDITS=100000 CI=true \
		$(SWIFT) test $(TEST_FLAGS) --skip-build \
		--filter 'CursorWalkTests|MergingTests|LostUpdateTests'

DEMO_CORPORA = $(if $(wildcard $(VOX_CORPORA)/jsonapi),$(abspath $(VOX_CORPORA)))

# What was built stays in .build, or in a folder that outlives the clone: VOX_CACHE=FOLDER keeps what the
# packages of others became, by their versions.
CACHE_KEY = $(shell cat Package.swift Integration/Package.swift Tool/Package.swift | cksum | cut -d ' ' -f 1)
SCRATCH = $(abspath $(if $(VOX_CACHE),$(VOX_CACHE)/$(CACHE_KEY),.build))

# Nobody debugs these programs: without debug information they build in two thirds
# of the time.
LIGHT = --scratch-path $(SCRATCH) -debug-info-format none
TEST_FLAGS = --traits $(TRAITS) $(LIGHT)
TEST_BUILD = $(SWIFT_BUILD) $(TEST_FLAGS) --product voxPackageTests

# Eight tests at once. Of all at once, on two cores, each waits for the threads of the others.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 8

# $(1) the name of the report, $(2) options
run_swift_tests = $(SWIFT) test $(2) --skip-build --event-stream-version 0 \
	--event-stream-output-path '$(abspath $(REPORT))/$(1).jsonl' || Scripts/failed-tests $(REPORT)/$(1).jsonl

# What the Swift tests need besides.
.PHONY: setup-tests
setup-tests: setup
	@Scripts/setup openssl postgresql curl python

.PHONY: test
test: setup-tests ## Run the tests: the C core under gcc and clang, then Swift (make integration: what needs TLS)
	@rm -f $(REPORT)/swift*.jsonl $(TIMES)
	+$(TIMED) 'tests of the scripts' $(MAKE) SETUP_DONE=1 check-scripts
	+$(TIMED) 'C: build' $(MAKE) SETUP_DONE=1 build-ctest
	+$(TIMED) 'C: tests' $(MAKE) SETUP_DONE=1 ctest
	$(TIMED) 'Swift: build' env $(TEST_BUILD)
	$(TIMED) 'Swift: tests' sh -c "$(call run_swift_tests,swift,$(TEST_FLAGS))"
	+$(TIMED) 'examples' $(MAKE) SETUP_DONE=1 TESTS_ARE_BUILT=1 examples
	@Scripts/skipped-tests
	@Scripts/timed $(TIMES)

# The pages whose examples import what only these tests build.
TLS_EXAMPLES = $(shell grep -rlE '^ *(///)? *<!-- type-checked' README.md docs Sources --include=*.md --include=*.swift)

# In the folder that `make test` builds in: what both have in common is built once.
.PHONY: integration
integration: setup-tests ## Run the tests that need TLS: of the transport on AsyncHTTPClient, and of the tool
	@rm -f $(REPORT)/swift-integration.jsonl
	$(SWIFT_BUILD) --package-path Integration $(LIGHT) --build-tests
	$(call run_swift_tests,swift-integration,--package-path Integration $(LIGHT))
	@ALL_IS_BUILT=1 SWIFT='$(SWIFT)' PRODUCTS='$(SCRATCH)/debug' Scripts/check-examples $(TLS_EXAMPLES)
	@Scripts/skipped-tests

.PHONY: test-full
test-full: setup-tests ## Run the tests in full size: those of make test, and of make integration
	+@$(MAKE) ctest-full
	$(TEST_BUILD)
	VOX_FULL=1 $(call run_swift_tests,swift,$(TEST_FLAGS))
	+@VOX_FULL=1 $(MAKE) integration
	@Scripts/skipped-tests

# The core reads every text by itself, with the same results.
.PHONY: test-without-yajl
test-without-yajl: setup ## Run the Swift tests of values and documents on a core without libyajl
	VOX_YAJL=0 $(SWIFT) test --scratch-path .build-without-yajl --filter 'VoxJSONTests|VoxTests'

.PHONY: unit
unit: setup ## Run what a small change needs: the quick C tests under gcc, Swift without traits and slow tests
	+@$(SUBMAKE) $(BUILD)/ctest-gcc
	@SWIFT='$(SWIFT)' Scripts/unit $(BUILD)/ctest-gcc

.PHONY: check-scripts
check-scripts:
	@Benchmarks/Documents/overview --check
	@Tests/C/base/powers-of-ten
	@Scripts/check-nulls

# Tests first when there is no report of them; with JSON=1 only JSON is printed.
.PHONY: contract
contract: ## Say which promises (docs/promises) the last tests cover (JSON=1 for programs)
	+@[ -f $(REPORT)/swift-integration.jsonl ] && [ -f $(REPORT)/ctest-gcc.tsv ] || $(MAKE) test integration >&2
	@VOX_CONTRACT='$(VOX_CONTRACT)' Scripts/contract $(if $(JSON),--json)

.PHONY: examples
examples: setup ## Compile and run the examples of the documentation
	@Scripts/setup c-peers
	+$(if $(TESTS_ARE_BUILT),,$(SUBMAKE) $(LIBRARY)/libvox.a && $(TEST_BUILD))
	@SWIFT='$(SWIFT)' GCC='$(GCC)' VOX_PEERS='$(abspath $(VOX_PEERS))' PRODUCTS='$(SCRATCH)/debug' Scripts/check-examples

.PHONY: docs
docs: setup ## Build the documentation of all modules, without a warning, as build/docs/site
	@SWIFT='$(SWIFT)' BUILD_FLAGS="$(TEST_FLAGS)" Scripts/docs

.PHONY: manual
manual: ## Build the manual of the C library, without a warning, as build/manual
	@Scripts/setup manual
	@Scripts/manual check

.PHONY: dependents
dependents: setup ## Build and run a package that depends on this one, by URL and version
	@SWIFT='$(SWIFT)' Scripts/check-dependents

.PHONY: check-macros
check-macros: setup ## Build and test the macro @Resource, which fetches and builds swift-syntax
	@SWIFT='$(SWIFT)' Tests/Macros/check

.PHONY: measure-macro
measure-macro: check-macros ## Measure how long 50 models take to compile, written by hand and by the macro
	@SWIFT='$(SWIFT)' Tests/Macros/measure

# Swift's runtime is linked statically: the tool runs on machines that have none.
VOX_SCRATCH ?= Tool/.build
tool_traits = $(if $(NETWORK)$(DATABASES),--traits $(if $(NETWORK),Network$(if $(DATABASES),$(comma)))$(if $(DATABASES),Databases))
comma := ,
build_vox = $(SWIFT_BUILD) -c release --static-swift-stdlib $(tool_traits) \
	--package-path Tool --scratch-path '$(VOX_SCRATCH)'
.PHONY: vox
vox: setup ## Build the command line tool, as build/vox, with its man page (NETWORK=1: also fetch and conform; DATABASES=1: also generate)
	@Scripts/setup python $(if $(DATABASES),sqlite libpq)
	$(build_vox) --product vox
	@mkdir -p $(BUILD)
	@cp "$$($(build_vox) --show-bin-path)/vox" $(BUILD)/vox
	@$(BUILD)/vox --experimental-dump-help | Scripts/man-page $(VERSION) >$(BUILD)/vox.1

.PHONY: check-light
check-light: setup ## Measure what Vox costs those who add it: build times, packages, sizes (QUICK=1: debug builds alone)
	@Scripts/setup postgresql python
	@SWIFT='$(SWIFT)' Scripts/check-light $(if $(QUICK),--quick)

.PHONY: check-engines
check-engines: setup ## Check that DuckDB, Polars, pandas, Daft and Spark give the rows of Vox, Spark on a cluster too
	@Scripts/setup spark bindings
	@Scripts/check-engines

.PHONY: bench
bench: setup ## Measure documents, a service and a client against others; writes docs/benchmarks
	+@$(MAKE) SETUP_DONE=1 bench-documents && $(MAKE) SETUP_DONE=1 bench-service

# On an idle machine. Ends with an error when a row falls below its goal; goals are those of this model
# of processor. BENCH_ONLY='lazy open' measures what has that in "job, over peer", and writes nothing;
# BENCH_SETTLE=1 makes the figures of this run those that goals are taken from on this processor.
bench_results = docs/benchmarks/results
bench_documents = Benchmarks/Documents/.build/release/documents-bench --corpora '$(VOX_CORPORA)' \
	--goals $(bench_results) \
	--commit "$$(git describe --always --dirty --abbrev=40 2>/dev/null || echo unknown)" \
	--swift "$$($(SWIFT) --version 2>/dev/null | sed -n 's/.*\(Swift\) version \([0-9.]*\).*/\1 \2/p' | head -n 1)"

.PHONY: bench-documents
bench-documents: documents-bench ## Measure parsing, editing and writing documents, in C and Swift, against other libraries
ifneq ($(BENCH_ONLY),)
	@$(bench_documents) --only '$(BENCH_ONLY)'
else
	@Scripts/setup python
	@$(bench_documents) $(if $(BENCH_SETTLE),--settle,--output) $(bench_results); status=$$?; \
		Benchmarks/Documents/overview && exit $$status
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
	@Benchmarks/Documents/check Benchmarks/Documents/.build/release/documents-bench

# On the rows that both have; BENCH_ONLY's kind of text in ROWS. ROUNDS=9: processes a side.
.PHONY: bench-compare
bench-compare: setup ## Compare the bench of documents with another commit: BASE=COMMIT [ROWS='lazy open'] [ROUNDS=9]
	@Scripts/setup python
	$(if $(BASE),,$(error make bench-compare BASE=COMMIT: which commit is to be compared with?))
	@VOX_CORPORA='$(VOX_CORPORA)' VOX_PEERS='$(VOX_PEERS)' Benchmarks/Documents/compare '$(BASE)' \
		$(if $(ROWS),--rows '$(ROWS)') $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: bench-instructions
bench-instructions: setup ## Count the instructions of the core, and of typed reads and edits, here and at another commit: BASE=COMMIT [PARTS=core]
	@Scripts/setup python valgrind
	$(if $(BASE),,$(error make bench-instructions BASE=COMMIT: which commit is to be compared with?))
	@SWIFT='$(SWIFT)' CC='$(CC)' Benchmarks/Instructions/compare '$(BASE)' $(if $(PARTS),--parts '$(PARTS)')

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

# --- The C library ---------------------------------------------------------------

include Packaging/library.mk

# --- C tests ---------------------------------------------------------------------
#
# The C core and its tests, without Swift: programs that run from the root of the
# repository. The core is compiled five times, and the tests twice:
#
#   ctest-gcc        gcc
#   ctest-sanitize   the toolchain's clang, with the address and undefined-behaviour sanitizers
#   ctest-armor      gcc, with misuse told apart (CSources/tree/armor.h)
#   ctest-library    the library, build/library, which is also installed and whose ABI is compared
#   ctest-alone      the library without yajl, build/library-alone
#
# The last three have the tests of ctest-gcc.
#
# VOX_QUICK=1 in the environment asks the long tests (exhaustive tables, deep nesting, large objects)
# to do less. That is the size of `make ctest`; `make ctest-full` has the other.

# The targets of the fuzzer are replayed by the tests.
CORE_SOURCES := $(wildcard CSources/*/*.c)
CTEST_SOURCES := $(CORE_SOURCES) $(wildcard Tests/C/*.c Tests/C/*/*.c) \
	$(filter-out %/main.c,$(wildcard Fuzz/*.c Fuzz/*/*.c))
WARNINGS ?= -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
# With lines for backtraces; CTEST_DEBUG=-g for a debugger.
CTEST_DEBUG ?= -g1
CTEST_FLAGS = -std=c11 $(CTEST_DEBUG) -D_GNU_SOURCE $(WARNINGS) \
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

# Tests that know how the core was built, or look into it: each program compiles its own.
OWN_TESTS := $(shell grep -lE 'VOX_ARMOR|VOX_FREESTANDING|VOX_WITHOUT_|\#include ["<][a-z]+/' Tests/C/*.c Tests/C/*/*.c)

# $(1) name, $(2) compiler, $(3) further flags: build/c/NAME/*.o. Optimised is the core alone: the
# tests take longer to compile than to run. $(4) flags of the core.
define ctest_objects
$(BUILD)/c/$(1)/%.o: %.c Makefile | setup
	@$$(if $$(V),,$$(info $$(empty)  $(1)  $$<))mkdir -p $$(@D)
	$$(QUIET)$(2) $$(CTEST_FLAGS) $$(if $$(filter CSources/%,$$<),-O1,-O0) $(3) \
		$$(if $$(filter CSources/%,$$<),$(4)) -MMD -MP -c $$< -o $$@

-include $$(CTEST_SOURCES:%.c=$(BUILD)/c/$(1)/%.d)
endef

# As above, and build/ctest-NAME.
define ctest_program
$(ctest_objects)
$(BUILD)/ctest-$(1): $$(CTEST_SOURCES:%.c=$(BUILD)/c/$(1)/%.o) | setup
	$$(QUIET)$(2) $(3) $$^ $$(CTEST_LIBS) -o $$@
endef

# The tests of gcc with another core, $(3). $(2): the build that the tests of OWN_TESTS come from.
define ctest_variant
$(BUILD)/ctest-$(1): $(OWN_TESTS:%.c=$(BUILD)/c/$(2)/%.o) \
		$$(patsubst %.c,$(BUILD)/c/gcc/%.o,$$(filter-out CSources/% $(OWN_TESTS),$$(CTEST_SOURCES))) $(3) | setup
	$$(QUIET)$$(GCC) $$^ $$(CTEST_LIBS) -o $$@
endef

$(eval $(call ctest_program,gcc,$(GCC),,$(STEPS)))
$(eval $(call ctest_program,sanitize,$(or $(CLANG),$(GCC)),$(SANITIZERS),$(STEPS)))
$(eval $(call ctest_objects,armor,$(GCC),-DVOX_ARMOR))
$(eval $(call ctest_variant,armor,armor,$(CORE_SOURCES:%.c=$(BUILD)/c/armor/%.o)))
$(eval $(call ctest_variant,library,gcc,$(LIBRARY)/libvox.a))
$(eval $(call ctest_objects,alone,$(GCC),-DVOX_WITHOUT_YAJL))
$(eval $(call ctest_variant,alone,alone,$(BUILD)/library-alone/libvox.a))
$(BUILD)/ctest-alone: YAJL_LIBS =
# By gcc: the thread sanitizer of the Swift toolchain's clang wants libdispatch.
$(eval $(call ctest_program,thread,$(GCC),-fsanitize=thread))
$(eval $(call ctest_program,coverage,$(CLANG),$(COVERAGE)))

# The library without yajl, which it is not even linked with, and without integers of 128 bits.
ALONE := LIBRARY=$(BUILD)/library-alone VOX_WITHOUT_YAJL=1 CPPFLAGS=-DVOX_WITHOUT_INT128 CFLAGS=-O1
ifneq ($(LIBRARY),$(BUILD)/library-alone)
$(BUILD)/library-alone/libvox.a: always | setup
	+@$(MAKE) -s $(PARALLEL) $(ALONE) $@ $(@:.a=.so)
endif

# For libFuzzer: the core alone counts its edges. Another builder (Fuzz/build.sh) has flags of its own.
FUZZ_FLAGS ?= -O1 $(SANITIZERS)
FUZZ_CORE_FLAGS ?= -fsanitize=fuzzer-no-link
FUZZ_LINK ?= $(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer
$(eval $(call ctest_program,fuzz,$(CLANG),$(FUZZ_FLAGS),$(FUZZ_CORE_FLAGS)))

# A program in C++, linked with the core as it is built for the C tests. $(3): further flags.
GXX ?= g++
CLANGXX ?= $(if $(CLANG),$(CLANG)++)
CPLUSPLUS_TEST := $(wildcard Tests/C/cplusplus.cpp Tests/C/*/cplusplus.cpp)
CORE_AND_CHECK := $(filter CSources/% %/steps.c %/check.c %/check_allocator.c,$(CTEST_SOURCES))
define cplusplus_program
$(BUILD)/ctest-cplusplus-$(1): $(CPLUSPLUS_TEST) $(wildcard include/*.h include/vox/*.h) \
		$(CORE_AND_CHECK:%.c=$(BUILD)/c/$(1)/%.o) | setup
	$$(QUIET)$(2) -std=c++11 -O1 $(CTEST_DEBUG) -Wall -Wextra -Wpedantic -Werror -Iinclude -ITests/C/support \
		$(3) $$(filter %.cpp %.o,$$^) $$(CTEST_LIBS) -o $$@
endef
$(eval $(call cplusplus_program,gcc,$(GXX)))
$(eval $(call cplusplus_program,sanitize,$(or $(CLANGXX),$(GXX)),$(SANITIZERS)))

# The programs of Examples/C, linked with the core as it is built for the C tests. $(3): further flags.
define c_examples
.PHONY: run-c-examples-$(1)
run-c-examples-$(1): $(CORE_AND_CHECK:%.c=$(BUILD)/c/$(1)/%.o) | setup
	@CC='$(2)' CFLAGS='-Iinclude -O1 $(CTEST_DEBUG) $(3)' LIBS='$$^ $$(CTEST_LIBS)' Scripts/check-c-examples $(1)
endef
$(eval $(call c_examples,gcc,$(GCC),))
$(eval $(call c_examples,sanitize,$(or $(CLANG),$(GCC)),$(SANITIZERS)))

# Numbers must read the same where the decimal sign is a comma.
LOCALE := $(BUILD)/locale/de_DE.UTF-8
$(LOCALE):
	@Scripts/setup locales
	@mkdir -p $(@D)
	@localedef -i de_DE -f UTF-8 $@ || echo 'ctest: no German locale could be made; its test is skipped'

# What may run at once, the longest first. Recipes of the programs follow below.
CTESTS := sanitize gcc library armor alone cplusplus-gcc cplusplus-sanitize
RUNS := $(CTESTS:%=run-ctest-%) check-headers check-symbols run-c-examples-gcc run-c-examples-sanitize

.PHONY: ctest
ctest: export VOX_QUICK = 1
ctest: build-ctest $(LOCALE) ## Build and run the quick tests of the C core, under gcc and under clang with its sanitizers
	@$(if $(CLANG),:,echo 'ctest: there is no clang, so only gcc is tried')
	@mkdir -p $(REPORT) && rm -f $(REPORT)/ctest-*.tsv
	+@$(SUBMAKE) -k --output-sync=target $(RUNS)

.PHONY: ctest-full
ctest-full: build-ctest $(LOCALE)
	@mkdir -p $(REPORT)
	+@$(SUBMAKE) -k --output-sync=target $(CTESTS:%=run-ctest-%)

.PHONY: build-ctest
build-ctest: setup
	+@$(SUBMAKE) $(CTESTS:%=$(BUILD)/ctest-%) $(LIBRARY)/libvox.a $(LIBRARY)/libvox.so

.PHONY: $(CTESTS:%=run-ctest-%)
$(CTESTS:%=run-ctest-%): run-ctest-%:
	@echo '$(BUILD)/ctest-$*'
	@$(settings_$*) ASAN_OPTIONS=detect_leaks=1 LOCPATH=$(CURDIR)/$(BUILD)/locale $(BUILD)/ctest-$* \
		$(if $(filter cplusplus-%,$*),,--report $(REPORT)/ctest-$*.tsv)
# By yajl alone, and without yajl: what reads is all that differs, so the quick tests will do.
settings_library := VOX_QUICK=1 VOX_READER=yajl
settings_alone := VOX_QUICK=1

.PHONY: check-headers
check-headers:
	@GCC='$(GCC)' GXX='$(GXX)' CLANG='$(CLANG)' CLANGXX='$(CLANGXX)' Scripts/check-headers

.PHONY: check-symbols
check-symbols:
	@mkdir -p $(REPORT)
	@GCC='$(GCC)' Scripts/check-symbols $(LIBRARY) $(REPORT)/ctest-symbols.tsv

# --- Checks ----------------------------------------------------------------------

.PHONY: sanitize
sanitize: sanitize-c sanitize-swift sanitize-thread valgrind ## Run the tests under address, undefined-behaviour and thread sanitizers, and valgrind

.PHONY: sanitize-c
sanitize-c: setup
	+@$(SUBMAKE) $(BUILD)/ctest-sanitize $(BUILD)/ctest-armor
	+@$(SUBMAKE) run-ctest-sanitize run-ctest-armor run-c-examples-sanitize

# Undefined behaviour is looked for in C alone; Swift has no such sanitizer.
# The backtracer of Swift hangs under the address sanitizer, so it is off.
.PHONY: sanitize-swift
sanitize-swift: setup-tests
	$(call forget_plan,.build-sanitize)
	$(sanitized_swift_test) --traits $(TRAITS)
	$(call forget_plan,.build-sanitize)
	$(sanitized_swift_test) --package-path Integration

sanitized_swift_test = SWIFT_BACKTRACE=enable=no \
	LSAN_OPTIONS='suppressions=$(CURDIR)/Scripts/lsan.supp:print_suppressions=0' \
	$(SWIFT) test --scratch-path $(CURDIR)/.build-sanitize --sanitize=address \
	-Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
	-Xswiftc -Xclang-linker -Xswiftc -fsanitize=undefined -Xswiftc -use-ld=lld

# What several threads do together: frozen documents and requests. Nothing is suppressed: the object
# files tell the sanitizer when a Mutex changes hands and when a reference is the last one, and the
# script shows that races are reported.
THREAD_OBJECTS := $(BUILD)/thread/mutex.o $(BUILD)/thread/references.o
$(THREAD_OBJECTS): $(BUILD)/thread/%.o: Tests/ThreadSanitizer/%.c Makefile | setup
	@mkdir -p $(@D)
	$(QUIET)$(CLANG) $(CTEST_FLAGS) -O1 -c $< -o $@

.PHONY: check-thread-sanitizer
check-thread-sanitizer: setup $(THREAD_OBJECTS) ## Check that the thread sanitizer knows locks and references, and reports races
	@SWIFT='$(SWIFT)' Scripts/check-thread-sanitizer $(THREAD_OBJECTS)

.PHONY: sanitize-thread
sanitize-thread: setup-tests check-thread-sanitizer
	+@$(SUBMAKE) $(BUILD)/ctest-thread
	$(BUILD)/ctest-thread freezing pool. inline_cache. validate_limits column_threads
	$(call forget_plan,.build-thread)
	SWIFT_BACKTRACE=enable=no \
	$(SWIFT) test --traits $(TRAITS) --scratch-path .build-thread --sanitize=thread \
		$(THREAD_OBJECTS:%=-Xlinker $(CURDIR)/%) \
		--no-parallel --filter 'FreezingTests|ThreadTests|Vox(HTTP|Client|Server|Hummingbird)Tests'

# Of the same sources a seed makes the same mutants. FILES='set_value.c index.c': of these alone;
# AGAIN=1: those that survived the last run.
MUTANTS ?= 200
.PHONY: mutate
mutate: setup ## Change the core at random places, and see whether the C tests notice (MUTANTS=200 SEED=7)
	@Scripts/setup python
	+@$(SUBMAKE) $(BUILD)/ctest-gcc $(BUILD)/ctest-sanitize
	@Tests/C/mutants/mutate --compiler '$(GCC)' --sanitizing '$(or $(CLANG),$(GCC))' --mutants $(MUTANTS) $(if $(SEED),--seed $(SEED)) \
		$(if $(AGAIN),--again) $(FILES)

# One build holds all changes; the tests that reach a change run once for it.
.PHONY: mutate-swift
mutate-swift: setup-tests ## Change Swift sources at random places, and see whether the tests notice (MUTANTS=200 SEED=7)
	@Tests/Mutants/mutate --swift '$(SWIFT)' --mutants $(MUTANTS) $(if $(SEED),--seed $(SEED)) \
		$(if $(MODULES),--modules $(MODULES) --) $(FILES)

# BENCH=1 measures as well, and ends with an error below the goal. CORPORA is how many corpora the
# columns are tested with; 10000 before a release.
.PHONY: check-python
check-python: setup ## Install the Python module and a wheel of it, and test them (BENCH=1 CORPORA=10000)
	@Scripts/setup bindings
	+@MAKE='$(MAKE)' BUILD='$(BUILD)' VOX_COLUMN_CORPORA='$(or $(CORPORA),300)' Scripts/check-python $(if $(BENCH),--bench)

# FUZZ_SECONDS are processor seconds of all targets together. What is found stays in build/fuzz/findings.
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

# The core as one file: on libyajl, as programs compile it, and freestanding.
# $(1) name, $(2) compiler, $(3) flags, $(4) the build that the tests of OWN_TESTS come from.
define amalgamation_tests
$(AMALGAMATION)/tested-$(1).o: $(AMALGAMATION)/vox.c | setup
	$$(QUIET)$(2) -std=c11 -O1 $$(CTEST_DEBUG) $$(WARNINGS) $$(YAJL_CFLAGS) $(3) -c $$< -o $$@
$(eval $(call ctest_variant,amalgamation-$(1),$(4),$(AMALGAMATION)/tested-$(1).o))
endef
$(eval $(call amalgamation_tests,gcc,$(GCC),-DVOX_YAJL $(STEPS),gcc))
$(eval $(call amalgamation_tests,clang,$(CLANG),$(STEPS),alone))
$(eval $(call ctest_objects,freestanding,$(GCC),-DVOX_FREESTANDING))
$(eval $(call amalgamation_tests,freestanding,$(GCC),-ffreestanding $(STEPS),freestanding))
$(BUILD)/ctest-amalgamation-clang $(BUILD)/ctest-amalgamation-freestanding: YAJL_LIBS =
AMALGAMATION_PROGRAMS := $(BUILD)/ctest-amalgamation-gcc $(if $(CLANG),$(BUILD)/ctest-amalgamation-clang) \
	$(BUILD)/ctest-amalgamation-freestanding

.PHONY: check-amalgamation
check-amalgamation: setup amalgamation $(LOCALE) ## Compile the two files by each compiler, for wasm32 too, and run the C tests on them
	@GCC='$(GCC)' GXX='$(GXX)' CLANG='$(CLANG)' CLANGXX='$(CLANGXX)' Scripts/check-amalgamation
	+@$(SUBMAKE) $(AMALGAMATION_PROGRAMS)
	@for program in $(AMALGAMATION_PROGRAMS); do echo $$program; \
		LOCPATH=$(CURDIR)/$(BUILD)/locale $$program || exit 1; done

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
COVERAGE_FLAGS = --traits $(TRAITS) --scratch-path .build-coverage --enable-code-coverage $(addprefix -Xcc ,$(COVERAGE))
LLVM_COV = $(call toolchain,llvm-cov)

.PHONY: coverage
coverage: setup-tests ## Report which lines the tests reach (also build/coverage/index.html)
	$(if $(CLANG),,$(error coverage needs the clang of the Swift toolchain))
	@rm -rf $(BUILD)/coverage && mkdir -p $(BUILD)/coverage
	+@$(SUBMAKE) $(BUILD)/ctest-coverage
	LLVM_PROFILE_FILE=$(BUILD)/coverage/ctest.profraw $(BUILD)/ctest-coverage
	$(call forget_plan,.build-coverage)
	$(SWIFT) test $(COVERAGE_FLAGS)
	@set -e; products=$$($(SWIFT) build $(COVERAGE_FLAGS) --show-bin-path); data=$(BUILD)/coverage; \
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
SWIFT_FILES = $(call find_sources,-name '*.swift',Package.swift Sources Tests Tool Integration Examples Benchmarks)
C_FILES = $(call find_sources,-name '*.c' -o -name '*.h' -o -name '*.cpp',include CSources Sources Tests Tool Examples Benchmarks Fuzz)
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
lint: setup-format ## Check layout, documentation comments and house rules
	@Scripts/lint
	@$(SWIFT_FILES) | xargs $(SWIFT) format lint --strict --parallel
	@$(if $(CLANG_FORMAT),$(C_FILES) | xargs $(CLANG_FORMAT) --dry-run -Werror,echo 'lint: the layout of C is not checked without clang-format 14')
	+@$(SUBMAKE) $(CORE_SOURCES:%.c=$(BUILD)/c/gcc/%.o) amalgamation
	@$(GCC) -std=c11 $(WARNINGS) -fsyntax-only $(BUILD)/amalgamation/vox.c
	@Scripts/layers $(BUILD)/c/gcc/CSources
	@Tests/C/mutants/mutate --check
	@echo 'lint: nothing to complain about'

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf $(BUILD) .build .build-*
	find Examples Benchmarks Tests Tool Integration -name '.build*' -prune -exec rm -rf {} + 2>/dev/null || true
