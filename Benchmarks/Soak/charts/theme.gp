# SPDX-License-Identifier: MIT
# What the charts share. `theme` is light or dark; the background is that of the page.

dark = theme eq "dark"
ink = dark ? "#e6edf3" : "#1f2328"
soft = dark ? "#9198a1" : "#59636e"
line = dark ? "#3d444d" : "#d1d9e0"
good = dark ? 0x3fb0a0 : 0x2a9d8f
bad = dark ? 0xf0883e : 0xd9622b

set border 0
set tics scale 0 textcolor rgb soft
set grid xtics linecolor rgb line linewidth 1 linetype 1
set key off
