import { isSameValue, recordedTaskFields, type Task, type TaskChange } from '@crewboard/contracts';
import { nullableFieldsOf } from '../../events/field-sets.ts';
import { type StoredTask, toTask } from '../task-row.ts';
import { textInEvent } from './large-texts.ts';

type Fields = Record<string, unknown>;

const nullableFields = nullableFieldsOf('task');
const recordedFields = new Set(recordedTaskFields);

/** The snapshot of an event. Nulls become undefined, which JSON leaves out: readers add them (`field-sets`). */
export function toSnapshot(task: StoredTask): Fields {
  const snapshot: Fields = toTask(task);
  snapshot.description = textInEvent(task, 'description');
  snapshot.result = textInEvent(task, 'result');
  for (const field of nullableFields) snapshot[field] ??= undefined;
  return snapshot;
}

/**
 * The changes of an event: { field: { before } } of each set field that differs. The snapshot has the values after the
 * change.
 */
export function toEventChanges(before: StoredTask, after: StoredTask, { set, reason }: TaskChange): Fields {
  const changes: Fields = {};
  for (const field of Object.keys(set)) {
    if (!recordedFields.has(field)) continue;
    const valueBefore = valueInEvent(before, field);
    if (!isSameValue(valueBefore, valueInEvent(after, field))) changes[field] = { before: valueBefore };
  }
  if (reason) changes.reason = { after: reason };
  return changes;
}

const valueInEvent = (task: StoredTask, field: string): unknown =>
  field === 'description' || field === 'result' ? textInEvent(task, field) : task[field as keyof Task];
