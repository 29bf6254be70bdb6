import type { LogEvent, OperationKind } from '../history.ts';
import { type IndexedHistory, isClaim, keyInEvent, type Operation } from '../operations.ts';

/** The event of each kind of operation that has one whenever it succeeds. */
const eventTypes: Partial<Record<OperationKind, string>> = {
  create: 'task.created',
  claim: 'task.claimed',
  claimNext: 'task.claimed',
  complete: 'task.completed',
  release: 'task.released',
  update: 'task.updated',
};

/** The log has the task of each successful response as the response says, and the effect that the operation names. */
export function* acknowledgedWritesAreThere(indexed: IndexedHistory): Generator<string> {
  const keys = new Set(indexed.history.events.map(keyInEvent));
  for (const operation of indexed.operations.values()) {
    const { kind, key, actorId, success, completes } = operation;
    if (!success) continue;
    if (completes && !keys.has(key)) yield `${kind} ${key}: the completion of ${completes.taskId} is missing`;
    const { task } = success;
    if (!task) continue;
    const event = indexed.eventOf(task);
    const name = `${kind} ${key} of ${task.id}, version ${task.version}`;
    if (!event) {
      yield `${name} is missing in the log`;
      continue;
    }
    const { status, assignedAgentId, attempt } = event.snapshot;
    if (status !== task.status || assignedAgentId !== task.assignedAgentId || attempt !== task.attempt) {
      yield `${name} is ${status}, ${assignedAgentId}, attempt ${attempt} in the log, and not as in the response`;
    }
    // A key may release a task that is in `todo` already: then there is no event.
    const mustHaveEvent = actorId !== 'key' || kind === 'create' || kind === 'update';
    const type = mustHaveEvent ? eventTypes[kind] : undefined;
    if (type && !isEffect(event, type, operation))
      yield `${name} is a ${event.type} of ${event.actorId} in the log`;
  }
}

function isEffect(event: LogEvent, type: string, { kind, key, actorId }: Operation): boolean {
  if (event.type !== type || (actorId !== 'key' && event.actorId !== actorId)) return false;
  return isClaim({ kind }) || keyInEvent(event) === key;
}

/** All successful responses to one Idempotency-Key are the same, and the log has its effect at most once. */
export function* oneEffectPerKey({ history, operations }: IndexedHistory): Generator<string> {
  for (const { key, calls } of operations.values()) {
    const bodies = calls.flatMap(({ response }) =>
      response?.task && response.status < 300 ? [response] : [],
    );
    if (new Set(bodies.map(({ status, bodyHash }) => `${status} ${bodyHash}`)).size > 1) {
      yield `${key} has ${bodies.length} responses that differ`;
    }
  }
  const named = history.events.filter((event) => operations.has(keyInEvent(event) ?? ''));
  for (const [key, events] of Map.groupBy(named, (event) => `${event.type} ${keyInEvent(event)}`)) {
    if (events.length > 1)
      yield `${events.length} times ${key}: ${events.map(({ taskId }) => taskId).join(', ')}`;
  }
}
