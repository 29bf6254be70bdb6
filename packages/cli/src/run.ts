import { CrewboardError } from '@crewboard/sdk';
import { CommanderError } from 'commander';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { remedies } from './generated/commands.ts';
import { toLine } from './print.ts';
import { createProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** What happened, then what to do. */
function describe(error: unknown): string {
  if (!(error instanceof CrewboardError)) return error instanceof Error ? error.message : String(error);
  const fields = error.errors.map(({ path, message }) => toLine(`${path || 'input'} ${message}`));
  const request = error.requestId && `Request ${toLine(error.requestId)}`;
  const lines = [...fields, remedies[error.code], request].filter(Boolean);
  return [`${error.code}: ${toLine(error.detail)}`, ...lines].join('\n  ');
}

/** Runs a command. Resolves to its exit code; errors are printed. */
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
    const text = isUsage ? error.message.replace(/^error: /, '') : describe(error);
    terminal.stderr.write(`crewboard: ${text}\n`);
    return isUsage ? exitCodes.usage : exitCodeOf(error);
  }
}
