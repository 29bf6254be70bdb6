import { CommanderError } from 'commander';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command line. Prints errors, and resolves to the exit code. */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    // Help and version have been printed.
    if (isUsage && error.exitCode === 0) return exitCodes.ok;
    // Without a command, the help has been printed on standard error.
    if (isUsage && error.code === 'commander.help') return exitCodes.usage;
    const text = error instanceof Error ? error.message.replace(/^error: /, '') : String(error);
    terminal.stderr.write(`crewboard: ${text}\n`);
    return isUsage ? exitCodes.usage : exitCodeOf(error);
  }
}
