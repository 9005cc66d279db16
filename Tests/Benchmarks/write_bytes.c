// The limit of writing: so many bytes from memory to a file, by write(2), a mebibyte at a time.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count != 3) return 64;
  size_t left = strtoull(words[2], NULL, 10), block = 1 << 20;
  char *bytes = malloc(block);
  int file = open(words[1], O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (!bytes || file < 0) return 2;
  memset(bytes, 7, block);
  while (left > 0) {
    ssize_t done = write(file, bytes, left < block ? left : block);
    if (done <= 0) return 2;
    left -= done;
  }
  return close(file) == 0 ? 0 : 2;
}
