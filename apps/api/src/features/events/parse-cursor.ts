import { type LogPosition, parsePosition } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { AppError } from '../../errors.ts';
import { isBeyondLog } from './read-log.ts';

/** The position in this log that a cursor names; an event need not be there. Throws INVALID_CURSOR. */
export async function parseCursorPosition(pool: Queryable, text: string): Promise<LogPosition> {
  const position = parsePosition(text);
  if (position && !(await isBeyondLog(pool, position))) return position;
  throw new AppError(
    'INVALID_CURSOR',
    'This is not the id of an event in this log. Pass the id of the last event that you received, or omit it.',
  );
}
