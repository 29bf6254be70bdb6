import { createInterface } from 'node:readline/promises';

type Confirmation = {
  /** The name of the thing to delete, which the operator must type. */
  expected: string;
  /** The consequences of the deletion, as lines. */
  consequences: string[];
  /** The option --yes: do not ask. */
  isConfirmed: boolean | undefined;
};

/** Asks the operator to confirm a deletion by typing a name. Throws for another name, and if there is no terminal. */
export async function confirmTyped({ expected, consequences, isConfirmed }: Confirmation): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new Error(`${consequences.join(' ')} Confirm it with --yes.`);
  // Ask on stderr: stdout may be JSON for another program.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(`${consequences.join('\n')}\nType ${expected} to confirm: `);
    if (typed.trim() !== expected) throw new Error('that was something else: nothing was changed.');
  } finally {
    terminal.close();
  }
}
