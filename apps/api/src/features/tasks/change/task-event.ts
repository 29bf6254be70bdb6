import { type TaskChange, unrecordedFields } from '@crewboard/contracts';
import { type StoredTask, toTask } from '../task-row.ts';
import { textInEvent } from './large-texts.ts';

type Fields = Record<string, unknown>;

const isRecorded = (field: string) => !(unrecordedFields as readonly string[]).includes(field);

/** The task as an event keeps it. */
export const toSnapshot = (task: StoredTask): Fields => ({
  ...toTask(task),
  description: textInEvent(task, 'description'),
  result: textInEvent(task, 'result'),
});

/** { field: { before, after } } of what a change sets and differs. */
export function toEventChanges(before: StoredTask, after: StoredTask, { set, reason }: TaskChange): Fields {
  const [fieldsBefore, fieldsAfter] = [toSnapshot(before), toSnapshot(after)];
  const changes: Fields = {};
  for (const field of Object.keys(set)) {
    if (!(field in fieldsAfter) || !isRecorded(field) || fieldsBefore[field] === fieldsAfter[field]) continue;
    changes[field] = { before: fieldsBefore[field], after: fieldsAfter[field] };
  }
  if (reason) changes.reason = { before: null, after: reason };
  return changes;
}
