/* The program: the table of commands. */
#include "harness/command_parse.h"
#include "harness/stop.h"

#include <signal.h>

static const Command *const commands[] = {&command_list,    &command_gen,  &command_info,   &command_solve,
                                          &command_check,   &command_run,  &command_report, &command_claims,
                                          &command_compare, &command_merge};

int main(int argc, char **argv) {
    stop_handle();
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no more is an error of the write, as on a full disk */
    return command_dispatch(commands, sizeof commands / sizeof commands[0], argc, (const char *const *)argv);
}
