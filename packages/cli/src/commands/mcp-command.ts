import type { Command } from 'commander';
import { findConfig } from '../config.ts';
import { forwardStdio } from '../mcp/forward-stdio.ts';
import type { Terminal } from '../terminal.ts';

/** `mcp` serves a client of MCP that starts a command, until its input ends. */
export function addMcpCommand(program: Command, terminal: Terminal): void {
  program
    .command('mcp')
    .summary('Run an MCP server over standard input and output')
    .description(
      'Forwards the messages of standard input to the MCP server of the service, and its messages to standard output. ' +
        'A client that can send HTTP requests connects to /mcp itself.',
    )
    .addHelpText(
      'after',
      '\nExample, in the configuration of a client:\n  "command": "crewboard", "args": ["mcp"]',
    )
    .action(() =>
      forwardStdio({ ...findConfig(terminal.env), input: terminal.stdin, output: terminal.stdout }),
    );
}
