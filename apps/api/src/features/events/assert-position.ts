import { type LogPosition, parsePosition } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { AppError } from '../../errors.ts';
import { isBeyondLog } from './read-log.ts';

/** The place in the log that a caller named, or INVALID_CURSOR: of this log, though not of an event that is there. */
export async function assertPosition(pool: Queryable, text: string): Promise<LogPosition> {
  const position = parsePosition(text);
  if (position && !(await isBeyondLog(pool, position))) return position;
  throw new AppError(
    'INVALID_CURSOR',
    'This is not the id of an event of this log. Pass the id of the last event that you saw, or none.',
  );
}
