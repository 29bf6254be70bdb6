import { createInterface } from 'node:readline/promises';

type Confirmation = {
  /** What the operator has to type. */
  expected: string;
  /** What happens then, as lines. */
  consequences: string[];
  /** --yes */
  isConfirmed: boolean | undefined;
};

/** Asks the operator to type what is to be deleted. Throws for anything else, and without a terminal. */
export async function confirmTyped({ expected, consequences, isConfirmed }: Confirmation): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new Error(`${consequences.join(' ')} Confirm it with --yes.`);
  // Not on stdout, which may be JSON for another program.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(`${consequences.join('\n')}\nType ${expected} to confirm: `);
    if (typed.trim() !== expected) throw new Error('that was something else: nothing was changed.');
  } finally {
    terminal.close();
  }
}
