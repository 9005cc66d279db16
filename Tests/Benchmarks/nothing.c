// The limit of starting: a process that does nothing.
int main(void) { return 0; }
