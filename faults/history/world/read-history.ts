import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, queryMany, sql } from '@crewboard/db';
import { restoreFields, type StoredFields } from '../../../apps/api/src/features/events/field-sets.ts';
import { taskRow } from '../../../apps/api/src/features/tasks/task-row.ts';
import { readCompletions, readCounts } from '../../../apps/api/test/log/support/count-rows.ts';
import { readCalls } from '../clients/record-calls.ts';
import type { History, LogEvent, Reason, Snapshot } from '../history.ts';

/** What the clients have recorded in `folder`, and what the database has now. */
export async function readHistory(db: Database, folder: string, reasons: Reason[]): Promise<History> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const calls = files.flatMap((name) => readCalls(join(folder, name)));
  const events = await queryMany<Omit<LogEvent, 'snapshot' | 'changes'> & StoredFields>(
    db,
    sql`
    select type, subject_id as "taskId", actor_id as "actorId", subject_type as "subjectType",
      field_set as "fieldSet", snapshot, changes,
      (extract(epoch from created_at) * 1000)::float8 as at
    from events where subject_type = 'task' order by xid, id`,
  );
  const rows = await queryMany<{ task: Snapshot }>(
    db,
    sql`select ${taskRow.snapshot('tasks')} as task from tasks`,
  );
  const counts = Object.entries(await readCounts(db));
  return {
    calls: calls.sort((a, b) => a.begin - b.begin),
    events: events.map(({ subjectType, fieldSet, ...event }) => ({
      ...event,
      ...(restoreFields({ ...event, subjectType, fieldSet }) as Pick<LogEvent, 'snapshot' | 'changes'>),
    })),
    reasons,
    tasks: rows.map(({ task }) => task),
    taskCounts: new Map(Object.entries(await readCompletions(db))),
    // The team is the first part of a cell.
    counts: new Map(counts.map(([cell, count]) => [cell.slice(cell.indexOf('/') + 1), count])),
  };
}
