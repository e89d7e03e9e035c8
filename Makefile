# taut: builds ./taut; everything else goes to .build/CONFIG. `make help` lists the targets.

CC      ?= cc
OPT     ?= -O3
BASE    := -std=c17 -Wall -Wextra -Wshadow -Wconversion -ffp-contract=off
CONFIG  := $(notdir $(CC))$(OPT)
CONFIG  := $(subst $(eval ) ,,$(CONFIG))

ifeq ($(SANITIZE),1)
OPT     := -O1 -g
SPECIAL := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CONFIG  := $(CONFIG)-sanitize
endif
ifeq ($(COVERAGE),1)
OPT     := -O0 -g
SPECIAL := --coverage
CONFIG  := $(CONFIG)-coverage
endif
ifeq ($(COUNTERS),0)
SPECIAL += -DTAUT_NO_COUNTERS
CONFIG  := $(CONFIG)-no-counters
endif

OUT     := .build/$(CONFIG)

# GSL (statistics) and libpng (PNG pictures) are used where they are installed; without them the program says
# what it cannot do. scripts/setup installs them.
HAVE_GSL := $(shell pkg-config --exists gsl 2>/dev/null && echo 1)
HAVE_PNG := $(shell pkg-config --exists libpng 2>/dev/null && echo 1)
LIBS    := -lsqlite3
ifeq ($(HAVE_GSL),1)
DEFINES += -DTAUT_HAVE_GSL
LIBS    += -lgsl -lgslcblas
endif
ifeq ($(HAVE_PNG),1)
DEFINES += -DTAUT_HAVE_PNG
LIBS    += -lpng
endif
LIBS    += -lm

CFLAGS  := $(BASE) $(OPT) $(SPECIAL) $(ARCH)
LAB_C   := $(wildcard algos/*.c algos/*/*.c gen/*.c)
HARNESS_C := $(wildcard harness/*.c)
TEST_C  := $(wildcard tests/test_*.c)
SUPPORT_C := $(filter-out $(TEST_C) $(wildcard tests/fuzz_*.c),$(wildcard tests/*.c))
objects = $(patsubst %.c,$(OUT)/%.o,$(1))
TESTS   := $(patsubst %.c,$(OUT)/%,$(TEST_C))
LIBRARY := $(call objects,$(LAB_C) $(filter-out harness/main.c,$(HARNESS_C)))

.PHONY: all
all: taut

taut: $(OUT)/taut
	@cmp -s $< $@ || cp $< $@

$(OUT)/taut: $(LIBRARY) $(call objects,harness/main.c)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$(OUT)/algos/%.o $(OUT)/gen/%.o: EXTRA := $(DEFINES)
$(OUT)/harness/%.o: EXTRA := -D_GNU_SOURCE $(DEFINES)
$(OUT)/tests/%.o: EXTRA := -D_GNU_SOURCE $(DEFINES)
$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) -I. $(CFLAGS) $(EXTRA) -MMD -MP -c -o $@ $<

$(OUT)/tests/test_%: $(OUT)/tests/test_%.o $(call objects,$(SUPPORT_C)) $(LIBRARY)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS) -lcmocka

-include $(shell test -d .build && find .build -name '*.d')
