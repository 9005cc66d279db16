// What glibc declares only to those who define _GNU_SOURCE before all else, as Swift's module of
// glibc does not.
#pragma once

#include <linux/falloc.h>

int syncfs(int descriptor);
int fallocate64(int descriptor, int mode, long offset, long length);
