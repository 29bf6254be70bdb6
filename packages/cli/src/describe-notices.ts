import type { TaskNotices } from '@crewboard/sdk';
import { toLine } from './print.ts';

/** A line for each comment, and for a stop. Their texts are of others: no control character reaches the terminal. */
export function describeNotices({ stop, comments = [] }: TaskNotices): string {
  const lines = comments.map(({ author, body }) => `comment by ${author.name ?? author.kind}: ${body}`);
  if (stop) lines.push(`stop (${stop.source} paused): ${stop.reason}`);
  return lines.map((line) => `${toLine(line)}\n`).join('');
}
