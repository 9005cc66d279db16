// What glibc declares only to those who define _GNU_SOURCE before all else, as Swift's module of
// glibc does not.
#pragma once

int syncfs(int descriptor);
