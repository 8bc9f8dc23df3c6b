# SPDX-License-Identifier: MIT
# The C core as a library, and its installation, without CMake and without Swift. Included by the
# Makefile. CMakeLists.txt does the same, from the same templates.
#
#   PREFIX (/usr/local), DESTDIR, LIBDIR, INCLUDEDIR, MANDIR   where it goes
#   CC, CFLAGS, LDFLAGS                                        how it is built
#   VOX_WITHOUT_YAJL=1                                         without libyajl
#   LIBRARY                                                    the folder it is built in

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
CFLAGS ?= -O2 -g -DNDEBUG
LIBRARY ?= $(BUILD)/library

VERSION := $(shell sed -n 's/.*define VOX_VERSION_[MP][A-Z]* \([0-9]*\).*/\1/p' include/vox/base.h | paste -s -d .)
SOVERSION := 0

LIBRARY_OBJECTS := $(patsubst %.c,$(LIBRARY)/%.o,$(wildcard CSources/*/*.c))
LIBRARY_YAJL_CFLAGS = $(if $(VOX_WITHOUT_YAJL),-DVOX_WITHOUT_YAJL,$(YAJL_CFLAGS))
LIBRARY_LIBS = $(if $(VOX_WITHOUT_YAJL),,$(YAJL_LIBS)) -lm -pthread
LIBRARY_COMPILE = $(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -fPIC -fvisibility=hidden \
	-fno-semantic-interposition -Iinclude -ICSources $(LIBRARY_YAJL_CFLAGS) $(CPPFLAGS) $(CFLAGS)
LIBRARY_LINK = $(CC) -shared -Wl,-soname,libvox.so.$(SOVERSION) -Wl,--no-undefined \
	-Wl,-Bsymbolic-functions -Wl,--version-script=Packaging/libvox.map $(CFLAGS) $(LDFLAGS)

# Differs when the commands do: then everything is built anew.
.PHONY: always
$(LIBRARY)/commands: always
	@mkdir -p $(@D)
	@printf '%s\n' '$(LIBRARY_COMPILE)' '$(LIBRARY_LINK) $(LIBRARY_LIBS)' >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(LIBRARY)/%.o: %.c $(LIBRARY)/commands
	@mkdir -p $(@D)
	$(QUIET)$(LIBRARY_COMPILE) -MMD -MP -c $< -o $@

$(LIBRARY)/libvox.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	$(QUIET)$(AR) rcs $@ $^

$(LIBRARY)/libvox.so: $(LIBRARY_OBJECTS) Packaging/libvox.map
	$(QUIET)$(LIBRARY_LINK) $(filter %.o,$^) $(LIBRARY_LIBS) -o $@.$(VERSION)
	@ln -sf libvox.so.$(VERSION) $@.$(SOVERSION)
	@ln -sf libvox.so.$(SOVERSION) $@

-include $(LIBRARY_OBJECTS:.o=.d)

.PHONY: library
library: ## Build the C library, shared and static, in build/library (VOX_WITHOUT_YAJL=1)
	@$(if $(VOX_WITHOUT_YAJL),:,pkg-config --exists yajl) || { echo 'libyajl is missing:' \
		'apt-get install libyajl-dev pkg-config, or build with VOX_WITHOUT_YAJL=1' >&2; exit 1; }
	+@$(MAKE) $(PARALLEL) $(LIBRARY)/libvox.a $(LIBRARY)/libvox.so
	@echo '$(LIBRARY)/libvox.a, $(LIBRARY)/libvox.so'

# Fills in a template of this folder.
POINTER_SIZE = $(shell printf '__SIZEOF_POINTER__' | $(CC) $(CFLAGS) -E -P -x c -)
fill = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@SOVERSION@|$(SOVERSION)|' \
	-e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
	-e 's|@INCLUDEDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))|' \
	-e 's|@INCLUDEDIR_FROM_LIBDIR@|$(shell realpath -m -s --relative-to='$(LIBDIR)' '$(INCLUDEDIR)')|' \
	-e 's|@NEEDS_YAJL@|$(if $(VOX_WITHOUT_YAJL),FALSE,TRUE)|' \
	-e 's|@LIBS@|$(strip $(LIBRARY_LIBS))|' -e 's|@POINTER_SIZE@|$(POINTER_SIZE)|' \
	Packaging/$(1).in >'$(2)/$(1)'

INSTALL_DATA := install -m 644

.PHONY: install
install: library ## Install the C library, its headers and its CMake package (PREFIX=/usr/local DESTDIR=)
	install -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(LIBDIR)/cmake/vox' '$(DESTDIR)$(INCLUDEDIR)/vox'
	$(INSTALL_DATA) include/vox.h '$(DESTDIR)$(INCLUDEDIR)'
	$(INSTALL_DATA) include/vox/*.h '$(DESTDIR)$(INCLUDEDIR)/vox'
	$(INSTALL_DATA) $(LIBRARY)/libvox.a '$(DESTDIR)$(LIBDIR)'
	$(INSTALL_DATA) $(LIBRARY)/libvox.so.$(VERSION) '$(DESTDIR)$(LIBDIR)'
	ln -sf libvox.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/libvox.so.$(SOVERSION)'
	ln -sf libvox.so.$(SOVERSION) '$(DESTDIR)$(LIBDIR)/libvox.so'
	install -d '$(DESTDIR)$(MANDIR)/man3'
	$(INSTALL_DATA) Packaging/vox.3 '$(DESTDIR)$(MANDIR)/man3'
	@$(call fill,vox.pc,$(DESTDIR)$(LIBDIR)/pkgconfig)
	@$(call fill,vox-config.cmake,$(DESTDIR)$(LIBDIR)/cmake/vox)
	@$(call fill,vox-config-version.cmake,$(DESTDIR)$(LIBDIR)/cmake/vox)

# The core as two files.
AMALGAMATION := $(BUILD)/amalgamation
LAYERS := base tree scan read write stream jsonapi history patch columns

$(AMALGAMATION)/vox.c: Packaging/amalgamate.awk $(wildcard include/*.h include/vox/*.h CSources/*/*.[ch])
	@mkdir -p $(@D)
	$(QUIET)awk -v folder=$(@D) -f $< $(foreach layer,$(LAYERS),$(sort $(wildcard CSources/$(layer)/*.c)))

.PHONY: amalgamation
amalgamation: $(AMALGAMATION)/vox.c ## Write the C core as two files, build/amalgamation/vox.c and vox.h

.PHONY: print-version
print-version:
	@echo '$(VERSION)'

.PHONY: check-install
check-install: setup ## Install the C library, and build and run programs against what was installed
	@$(check_install)

.PHONY: check-cmake
check-cmake: setup ## The same, and by CMake, with programs by find_package and FetchContent
	@Scripts/setup cmake
	@$(check_install) --cmake

check_install = GCC='$(GCC)' GXX='$(GXX)' CLANG='$(CLANG)' CLANGXX='$(CLANGXX)' ALONE='$(ALONE)' Scripts/check-install

# What programs were compiled against stays. RENEW=1 writes the list of symbols and the dump anew,
# before the first release and when an incompatible version begins a new soname.
.PHONY: abi
abi: setup ## Compare the symbols and structs of the C library with those of 0.1.0 (RENEW=1: write them anew)
	@Scripts/setup abi
	+@$(MAKE) $(PARALLEL) SETUP_DONE=1 $(LIBRARY)/libvox.a $(LIBRARY)/libvox.so
	@Scripts/check-abi '$(LIBRARY)' $(if $(RENEW),--renew)

.PHONY: dist
dist: ## Pack the sources of the last commit as build/vox-VERSION.tar.gz, and build them without git
	@Scripts/dist '$(BUILD)/vox-$(VERSION).tar.gz'

.PHONY: check-debian
check-debian: setup dist ## Build the Debian packages of Packaging/debian, install and use them, and remove them again
	@Scripts/setup debian
	@Scripts/check-debian '$(BUILD)/vox-$(VERSION).tar.gz' $(if $(NOTOOL),--without-tool)
