# Every target is one line of Python: `python3 -m setup help` says what each does.

SHELL := /bin/sh
.DEFAULT_GOAL := help

# Values travel in the environment, never through the shell: SAY may hold several lines, quotes and dollars.
# $(value) keeps what was typed; := keeps make from expanding it again.
override OUT := $(value OUT)
override SEED := $(value SEED)
override WORLD := $(value WORLD)
override PROVIDER := $(value PROVIDER)
override SUITE := $(value SUITE)
override GODOT := $(value GODOT)
override PYTHON := $(or $(value PYTHON),python3)
# A sentence that is given and blank is not the same as none.
ifneq ($(origin SAY),undefined)
override SAY := $(value SAY)
export SAY
endif
export OUT SEED WORLD PROVIDER SUITE GODOT PYTHON

# -S: the set-up needs no installed package, and must start although one of them is broken.
TARGETS := help setup play demo test check captures bench bench-frame bench-binding soak export export-test lock

.PHONY: $(TARGETS)
$(TARGETS):
	@exec "$$PYTHON" -S -m setup $@
