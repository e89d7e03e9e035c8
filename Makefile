# taut: builds ./taut; everything else goes to .build/CONFIG. `make help` lists the targets.
#
#   CC=clang OPT=-O0 ARCH=-march=native   another compiler or flags: each has objects of its own
#   SANITIZE=1   address, leak and undefined-behaviour sanitizers
#   SANITIZE=thread   the thread sanitizer (`make threads`)
#   COVERAGE=1   with `make test`: which lines the tests reach
#   COUNTERS=0   no counting in searches, to measure what counting costs
#   HAVE_GSL= HAVE_PNG=   a build that needs a C compiler and SQLite only

# V=1 shows each command.
Q       := $(if $(V),,@)
quiet   := $(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
told     = $(if $(V)$(quiet),,@echo "$(1)")

CC      ?= cc
OPT     ?= -O3
ARCH    ?=
CLANG   ?= clang
GCC     ?= gcc
BASE    := -std=c17 -Wall -Wextra -Wshadow -Wconversion -ffp-contract=off
LABEL   := $(CC)$(OPT)$(ARCH)

ifeq ($(SANITIZE),1)
OPT     := -O1 -g
SPECIAL := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LABEL   := $(CC)-sanitize
endif
ifeq ($(SANITIZE),thread)
OPT     := -O1 -g
SPECIAL := -fsanitize=thread -fno-sanitize-recover=all -fno-omit-frame-pointer
LABEL   := $(CC)-sanitize-thread
endif
ifeq ($(COVERAGE),1)
OPT     := -O0 -g
SPECIAL := --coverage
LABEL   := $(CC)-coverage
endif
ifeq ($(FUZZ),1)
CC      := $(CLANG)
OPT     := -O1 -g
SPECIAL := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
LABEL   := $(CC)-fuzz
endif
ifeq ($(COUNTERS),0)
SPECIAL += -DTAUT_NO_COUNTERS
LABEL   := $(LABEL)-no-counters
endif

# GSL (statistics) and libpng (PNG pictures) are used where they are installed; without them the program says
# what it cannot do. What counts is whether the header is found; pkg-config, where it is, says where to look.
package  = $(shell pkg-config --$(1) $(2) 2>/dev/null)
# (The sign is a variable: whether make drops a backslash before it depends on its version.)
sign    := \#
has      = $(shell echo '$(sign)include <$(1)>' | $(CC) $(2) -E -x c - >/dev/null 2>&1 && echo 1)
INCLUDES := $(call package,cflags,gsl libpng sqlite3)
HAVE_GSL := $(call has,gsl/gsl_statistics.h,$(INCLUDES))
HAVE_PNG := $(call has,png.h,$(INCLUDES))
LIBS    := $(call package,libs-only-L,gsl libpng sqlite3) -lsqlite3
ifeq ($(HAVE_GSL),1)
DEFINES += -DTAUT_HAVE_GSL
LIBS    += -lgsl -lgslcblas
endif
ifeq ($(HAVE_PNG),1)
DEFINES += -DTAUT_HAVE_PNG
LIBS    += -lpng
endif
LIBS    += -lm -pthread -ldl

found    = $(shell command -v $(1) 2>/dev/null)
CFLAGS  := $(BASE) $(strip $(OPT) $(ARCH) $(SPECIAL))

# Objects of different compilers and flags never meet: the folder's name ends with a sum of both.
space   := $(subst ,, )
CONFIG  := $(subst /,_,$(subst $(space),,$(LABEL)))-$(shell \
           { $(CC) --version; echo '$(CFLAGS) $(DEFINES)'; } 2>&1 | cksum | cut -d ' ' -f 1)
OUT     := .build/$(CONFIG)

LAB_C     := $(wildcard algos/*.c algos/*/*.c gen/*.c)
HARNESS_C := $(wildcard harness/*.c)
TEST_C    := $(wildcard tests/test_*.c)
FUZZ_C    := $(wildcard tests/fuzz_*.c)
BENCH_C   := $(wildcard tests/bench_*.c)
SUPPORT_C := $(filter-out $(TEST_C) $(FUZZ_C) $(BENCH_C),$(wildcard tests/*.c))
PLUGIN_C  := $(wildcard scripts/plugins/*.c tests/plugins/*.c)
ALL_C     := $(LAB_C) $(HARNESS_C) $(TEST_C) $(SUPPORT_C) $(FUZZ_C) $(BENCH_C)
SCRIPTS   := $(shell grep -lE '^\#!.*sh$$' scripts/* scripts/slurm/* tests/run tests/test_* .ci/run 2>/dev/null)
ALL_H     := $(wildcard algos/*.h algos/*/*.h gen/*.h harness/*.h tests/*.h)
objects    = $(patsubst %.c,$(OUT)/%.o,$(1))
TESTS     := $(patsubst %.c,$(OUT)/%,$(TEST_C))
LIBRARY   := $(OUT)/libtaut.a
SUPPORT   := $(OUT)/libsupport.a
GENERATED := $(OUT)/harness/schema.inc $(OUT)/harness/build.inc

.PHONY: all
all: taut ## builds ./taut (needs a C compiler and SQLite; GSL and libpng are used where found)

# Copied whenever it differs, for the last build may have been of another configuration.
taut: $(OUT)/taut FORCE
	@cmp -s $< $@ || cp $< $@

$(OUT)/taut: $(call objects,harness/main.c) $(LIBRARY)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# Archives, so that a test links only what it uses.
$(LIBRARY): $(call objects,$(LAB_C) $(filter-out harness/main.c,$(HARNESS_C)))
$(SUPPORT): $(call objects,$(SUPPORT_C))
$(LIBRARY) $(SUPPORT):
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(OUT)/algos/%.o $(OUT)/gen/%.o: EXTRA := $(DEFINES)
$(OUT)/harness/%.o: EXTRA := -D_GNU_SOURCE $(DEFINES) -I$(OUT) -I$(OUT)/harness $(INCLUDES)
$(OUT)/tests/%.o: EXTRA := -D_GNU_SOURCE $(DEFINES) $(INCLUDES)
$(call objects,$(HARNESS_C)): | $(GENERATED)
$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(call told,cc $<)
	$(Q)$(CC) -I. $(CFLAGS) $(EXTRA) -MMD -MP -c -o $@ $<

# Plug-ins and programs (README, "Anyone's solver"): the examples, and what the tests try. C++ only where the
# other side is C++, and only where a compiler for it is there; Detour where its headers are.
PLUGINS   := $(OUT)/plugins
HAS_CXX   := $(shell command -v $(CXX) 2>/dev/null)
HAS_DETOUR := $(if $(HAS_CXX),$(shell echo '$(sign)include <recastnavigation/DetourNavMesh.h>' | \
               $(CXX) -E -x c++ - >/dev/null 2>&1 && echo 1))
EXAMPLES  := $(addprefix $(PLUGINS)/,breadth.so line_null line_flood $(if $(HAS_CXX),gppc.so) \
               $(if $(HAS_DETOUR),detour.so))
FAULTS    := $(addprefix $(PLUGINS)/,$(foreach n,0 1 2 3 4 5 6 7 8 9 10 11 12 13,faults_$(n).so) line_faults \
               $(if $(HAS_CXX),gppc_parts_GOES_ON.so gppc_parts_GPPC_SAME_START.so gppc_parts_STUCK.so))
STRICT    := -Wall -Wextra -Wshadow -Wconversion
ENTRY     := scripts/plugins/gppc_example

# Where experiments look for plug-ins, whatever the flags. A running program keeps the file that it has opened.
SHARED    := .build/plugins
$(SHARED)/%: $(PLUGINS)/% FORCE
	@mkdir -p $(@D)
	@cmp -s $< $@ || { cp $< $@.new && mv $@.new $@; }

.PHONY: plugins plugins-now detour-found
plugins: ## the examples of plug-ins and programs, with C++, Detour and Python (scripts/setup plugins)
	@scripts/setup plugins
	+@$(AGAIN) plugins-now
plugins-now: $(EXAMPLES:$(PLUGINS)/%=$(SHARED)/%)
	@ls -1 $^
# For experiments that compare with Detour where it is there.
detour-found: $(if $(HAS_DETOUR),$(SHARED)/detour.so)

$(PLUGINS)/line_faults: tests/plugins/line_faults.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu17 $(STRICT) -O2 -o $@ $<
$(PLUGINS)/line_%: scripts/plugins/line_%.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c17 $(STRICT) -O3 -o $@ $<
$(PLUGINS)/faults_%.so: tests/plugins/faults.c harness/taut_plugin.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu17 $(STRICT) -shared -fPIC -I. -DWRONG=$* -o $@ $<
$(PLUGINS)/gppc.so: scripts/plugins/gppc.cc $(ENTRY)/Entry.cpp $(ENTRY)/Entry.h harness/taut_plugin.h
	@mkdir -p $(@D)
	$(Q)$(CXX) $(STRICT) -O3 -shared -fPIC -Iharness -I$(ENTRY) -DGPPC_PROMISE=TAUT_OPTIMAL -o $@ $(filter %.cc %.cpp,$^)
$(PLUGINS)/gppc_parts_%.so: scripts/plugins/gppc.cc tests/plugins/gppc_parts.hh harness/taut_plugin.h
	@mkdir -p $(PLUGINS)/parts_$*
	@cp tests/plugins/gppc_parts.hh $(PLUGINS)/parts_$*/Entry.h
	$(Q)$(CXX) $(STRICT) -O2 -shared -fPIC -Iharness -I$(PLUGINS)/parts_$* -D$* -o $@ $<
$(PLUGINS)/detour.so: scripts/plugins/detour.cc harness/taut_plugin.h
	@mkdir -p $(@D)
	$(Q)$(CXX) $(STRICT) -O3 -shared -fPIC -Iharness -o $@ $< -lDetour
$(PLUGINS)/%.so: scripts/plugins/%.c harness/taut_plugin.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c99 $(STRICT) -O3 -shared -fPIC -Iharness -o $@ $<

# The second opinion on exact predicates: GMP's integers.
$(OUT)/tests/test_point $(OUT)/tests/test_euclid: MORE := -lgmp
$(OUT)/tests/test_%: $(OUT)/tests/test_%.o $(SUPPORT) $(LIBRARY)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS) -lcmocka $(MORE)
$(OUT)/tests/fuzz_%: $(OUT)/tests/fuzz_%.o $(SUPPORT) $(LIBRARY)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS) -lcmocka
$(OUT)/tests/bench_%: $(OUT)/tests/bench_%.o $(SUPPORT) $(LIBRARY)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)
.SECONDARY: $(call objects,$(TEST_C) $(FUZZ_C) $(BENCH_C))

# The schema, tables and views, as a C string.
$(OUT)/harness/schema.inc: harness/schema.sql harness/views.sql
	@mkdir -p $(@D)
	@sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/"&\\n"/' $^ >$@.new && mv $@.new $@

# What the database calls the build. Rewritten only when it changes, so that one object alone follows it.
$(OUT)/harness/build.inc: FORCE
	@mkdir -p $(@D)
	@CC='$(CC)' FLAGS='$(CFLAGS) $(DEFINES)' scripts/build-id $@

.PHONY: FORCE
FORCE:

-include $(shell test -d $(OUT) && find $(OUT) -name '*.d')

# ---- what a person asks for ----------------------------------------------------------------------------
# Targets that install something start make again afterwards: what was found missing above may be there then.

AGAIN = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j2)

.PHONY: demo
demo: ## one generated map, a few solvers, a table and a picture (under 30 s, compiler and SQLite only)
	@scripts/setup build
	@MAKE='$(MAKE)' scripts/demo

.PHONY: test
test: ## installs what is missing, builds, passes all tests (under 5 minutes)
	@scripts/setup core
	@echo "Building (about half a minute), then all tests, two at a time (one to three minutes on 2 cores)."
	+@$(AGAIN) -s test-now
.PHONY: test-now
test-now: $(OUT)/taut $(TESTS) $(EXAMPLES) $(FAULTS)
	@rm -f $$(find $(OUT) -name '*.gcda')
	@TAUT=$(OUT)/taut OUT=$(OUT) COVERAGE=$(COVERAGE) tests/run $(ONLY)

.PHONY: reproduce
reproduce: ## measures what the documents publish and writes the report (QUICK=1: a small try)
	@scripts/setup core
	@MAKE='$(MAKE)' QUICK='$(QUICK)' scripts/reproduce

.PHONY: study
study: all detour-found ## the larger sweeps of paper/experiments (study, growth, anyangle), into results/study.db
	./taut run paper/experiments/study.exp --db results/study.db
	./taut run paper/experiments/growth.exp --db results/study.db
	./taut run paper/experiments/anyangle-timed.exp --db results/study.db
	./taut report --db results/study.db -o results/study

.PHONY: detour detour-now
detour: ## Detour (librecast-dev, by scripts/setup plugins) as a plug-in beside our own, into results/detour.db (minutes)
	@scripts/setup plugins
	+@$(AGAIN) detour-now
detour-now: all $(SHARED)/detour.so
	./taut run paper/experiments/detour.exp --db results/detour.db
	./taut report --db results/detour.db -o results/detour

.PHONY: bench
bench: $(patsubst %.c,$(OUT)/%,$(BENCH_C)) ## speed and memory of planar maps against their targets, batches on threads, storing (two minutes)
	@for program in $^; do $$program || exit 1; done

.PHONY: hyperfine
hyperfine: ## whole programs from start to end, kept in DB (results/taut.db) and drawn over builds by `taut report`
	@scripts/setup bench
	+@$(AGAIN) -s taut
	@scripts/hyperfine

.PHONY: check-real
check-real: all ## every row of the public benchmark maps in TAUT_BENCHMARKS
	@TAUT=./taut scripts/check-real

# A multiple of the random trials of `make test`.
HUNT ?= 100
.PHONY: hunt
hunt: $(OUT)/taut $(TESTS) $(EXAMPLES) $(FAULTS) ## a long random search for disagreements (HUNT=100 times what `make test` tries)
	@TAUT=$(OUT)/taut OUT=$(OUT) TAUT_TRIALS=$(HUNT) TAUT_TIMEOUT=100000 tests/run $(ONLY)
	+@if echo 'int LLVMFuzzerTestOneInput(void){return 0;}' | \
	    $(CLANG) -fsanitize=fuzzer,address -x c -o /dev/null - 2>/dev/null; then $(AGAIN) FUZZ=1 fuzz-now; \
	else echo "The readers are not fuzzed: no $(CLANG) with libFuzzer (scripts/setup hunt)"; fi

.PHONY: threads
threads: ## batches on several threads under the thread sanitizer (a build of its own: a minute)
	+@$(AGAIN) SANITIZE=thread threads-now
.PHONY: threads-now
threads-now: $(OUT)/tests/test_batch
	@TSAN_OPTIONS=halt_on_error=1 $<

# Alone, because it is what the exact answers rest on; `make hunt` has it too.
.PHONY: agree
agree: $(OUT)/tests/test_agree_points ## every planar solver against brute force on 50 000 random maps (20 minutes or more)
	@TAUT_TRIALS=40 $<

# The readers of files on mutated bytes, FUZZ_SECONDS each; what is found stays in the corpus.
FUZZ_SECONDS ?= 60
.PHONY: fuzz-now
fuzz-now: $(patsubst %.c,$(OUT)/%,$(FUZZ_C))
	@for target in $^; do \
	    mkdir -p $$target.corpus && \
	    $$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -max_len=4096 -verbosity=0 -artifact_prefix=$$target. \
	        $$target.corpus </dev/null || exit 1; \
	    echo "$$target: $$(ls $$target.corpus | wc -l) inputs, nothing found"; \
	done

.PHONY: golden
golden: $(OUT)/taut $(TESTS) ## rewrites results/golden from this build: read the difference before you commit it
	@TAUT=$(OUT)/taut OUT=$(OUT) scripts/golden

.PHONY: lint
lint: ## format, both compilers without a warning, static analysis, include directions
	@scripts/setup lint
	+@$(AGAIN) lint-now
	@echo "lint: clean"

.PHONY: clean
clean: ## removes what was built; results stay
	rm -rf .build taut

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

# ---- lint: one stamp a file, so that only what changed is looked at again ---------------------------------

LINT     := $(OUT)/lint
WHAT     := -D_GNU_SOURCE -DTAUT_HAVE_GSL -DTAUT_HAVE_PNG -I. -I$(OUT) -I$(OUT)/harness $(INCLUDES)

.PHONY: lint-now lint-files
lint-now:
	@clang-format --dry-run --Werror $(ALL_C) $(ALL_H) $(PLUGIN_C)
	@for script in $(SCRIPTS); do bash -n $$script || exit 1; done
	@$(if $(call found,shellcheck),shellcheck -S warning -x $(SCRIPTS),:)
	+@$(MAKE) --no-print-directory -k lint-files
	@OUT=$(OUT) tests/test_includes >$(LINT)/includes.txt || { cat $(LINT)/includes.txt; false; }
lint-files: $(patsubst %.c,$(LINT)/%.tidy,$(ALL_C)) $(call objects,$(LAB_C)) \
            $(if $(call found,$(CLANG)),$(patsubst %.c,$(LINT)/%.clang,$(ALL_C))) \
            $(if $(call found,$(GCC)),$(patsubst %.c,$(LINT)/%.gcc,$(ALL_C)))

# -O2: some of gcc's warnings come only with its optimiser.
$(LINT)/%.gcc: %.c $(ALL_H) Makefile | $(GENERATED)
	@mkdir -p $(@D)
	@$(GCC) $(BASE) -O2 -Werror $(WHAT) -S -o /dev/null $<
	@touch $@
$(LINT)/%.clang: %.c $(ALL_H) Makefile | $(GENERATED)
	@mkdir -p $(@D)
	@$(CLANG) $(BASE) -Werror $(WHAT) -fsyntax-only $<
	@touch $@
# What the analyzer says of tests (asserts that do not return, Status unread on purpose) the sanitizers know better.
$(LINT)/tests/%.tidy: TIDY := --checks=-clang-analyzer-*
$(LINT)/%.tidy: %.c $(ALL_H) .clang-tidy Makefile | $(GENERATED)
	@mkdir -p $(@D)
	@clang-tidy --quiet --warnings-as-errors='*' $(TIDY) $< -- $(BASE) $(WHAT) 2>$@.err || { cat $@.err; exit 1; }
	@touch $@
