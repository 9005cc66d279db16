// System calls: a filter lets the kernel send a signal instead of each, and the signal's handler
// counts it and makes it, from the only place that the filter lets through.
#define _GNU_SOURCE
#include "counts.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

/// Makes a system call, as the kernel takes it and answers.
long witness_gate(long number, const long arguments[6]);
extern const char witness_gate_end[];

#if defined(__x86_64__)
__asm__(
    ".text\n.globl witness_gate\n.globl witness_gate_end\n"
    ".type witness_gate, @function\n"
    "witness_gate:\n"
    "  movq %rdi, %rax\n"
    "  movq %rsi, %r11\n"
    "  movq (%r11), %rdi\n"
    "  movq 8(%r11), %rsi\n"
    "  movq 16(%r11), %rdx\n"
    "  movq 24(%r11), %r10\n"
    "  movq 32(%r11), %r8\n"
    "  movq 40(%r11), %r9\n"
    "  syscall\n"
    "witness_gate_end:\n"
    "  ret\n");

static void repeat(int number, ucontext_t *context) {
  greg_t *registers = context->uc_mcontext.gregs;
  const long arguments[6] = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                             registers[REG_R10], registers[REG_R8],  registers[REG_R9]};
  registers[REG_RAX] = witness_gate(number, arguments);
}
#elif defined(__aarch64__)
__asm__(
    ".text\n.globl witness_gate\n.globl witness_gate_end\n"
    ".type witness_gate, %function\n"
    "witness_gate:\n"
    "  mov x8, x0\n"
    "  mov x9, x1\n"
    "  ldp x0, x1, [x9]\n"
    "  ldp x2, x3, [x9, #16]\n"
    "  ldp x4, x5, [x9, #32]\n"
    "  svc #0\n"
    "witness_gate_end:\n"
    "  ret\n");

static void repeat(int number, ucontext_t *context) {
  unsigned long long *registers = context->uc_mcontext.regs;
  const long arguments[6] = {registers[0], registers[1], registers[2],
                             registers[3], registers[4], registers[5]};
  registers[0] = witness_gate(number, arguments);
}
#else
#error "the registers of a system call are known for x86-64 and arm64"
#endif

static void take(int signal, siginfo_t *details, void *context) {
  (void)signal;
  witness_note(WitnessSystemCalls);
  repeat(details->si_syscall, context);
}

int witness_trap_system_calls(void) {
  struct sigaction action = {0};
  action.sa_sigaction = take;
  // A system call in the handler of another signal comes here as well.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  if (sigaction(SIGSYS, &action, NULL)) return errno;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGSYS);
  if (pthread_sigmask(SIG_UNBLOCK, &signals, NULL)) return EINVAL;

  // The address that the kernel gives is the one behind the instruction.
  const uint64_t place = (uint64_t)(uintptr_t)witness_gate_end;
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // The end of the handler, and of the thread.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 6, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 5, 0),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)place, 0, 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(place >> 32), 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof program / sizeof *program, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) return errno;
  return 0;
}
