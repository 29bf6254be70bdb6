import type { IndexedHistory } from '../operations.ts';
import { isClaim, keyInEvent } from '../operations.ts';
import { leaseEndOf, leaseEnds, leaseSlackMs } from './leases.ts';

/** Between two readings of the database's clock in one statement on a busy machine, in milliseconds. */
const statementToleranceMs = 1_000;

/** A task is completed once until somebody reopens it, and by an agent that requested this very completion. */
export function* oneCompletion(indexed: IndexedHistory): Generator<string> {
  const seen = new Map<string, string>();
  for (const { event, before } of indexed.changes()) {
    if (event.type !== 'task.completed') continue;
    const { taskId, actorId } = event;
    if (before?.snapshot.status === 'done') yield `task ${taskId} was completed twice, then by ${actorId}`;
    const key = keyInEvent(event) ?? '';
    const operation = indexed.operations.get(key);
    const requested = operation?.completes?.taskId ?? operation?.taskId;
    if (operation?.actorId !== actorId || requested !== taskId) {
      yield `task ${taskId}: nobody requested the completion "${key}" of ${actorId}`;
    }
    if (seen.has(key)) yield `"${key}" completed ${seen.get(key)} and ${taskId}`;
    seen.set(key, taskId);
  }
}

/**
 * A completion that names an attempt is accepted only from the agent that holds it, before its lease ends and before
 * the next claim.
 */
export function* noStaleCompletion(indexed: IndexedHistory): Generator<string> {
  const ends = leaseEnds(indexed);
  const won = [...indexed.operations.values()].filter((each) => isClaim(each) && each.success?.task);
  const claimsByTask = Map.groupBy(won, ({ success }) => success?.task?.id);
  for (const { event, before } of indexed.changes()) {
    if (event.type !== 'task.completed') continue;
    const operation = indexed.operations.get(keyInEvent(event) ?? '');
    const held = before?.snapshot;
    const attempt = operation?.completes ? operation.completes.attempt : operation?.attempt;
    if (!operation || !held) continue;
    const name = `task ${event.taskId}, "${operation.key}"`;
    const wasHolder = held.status === 'in_progress' && held.assignedAgentId === event.actorId;
    if (attempt !== undefined) {
      if (!wasHolder || held.attempt !== attempt) {
        yield `${name}: attempt ${attempt} had ended; the task was ${held.status}, attempt ${held.attempt}`;
      }
      const later = claimsByTask
        .get(event.taskId)
        ?.find(
          ({ success }) => (success?.task?.attempt ?? 0) > attempt && (success?.end ?? 0) < operation.begin,
        );
      if (later) yield `${name}: ${later.actorId} had claimed attempt ${later.success?.task?.attempt} before`;
    }
    const leaseEnd = wasHolder ? leaseEndOf(ends, held) : undefined;
    if (leaseEnd === undefined) continue;
    if (event.at > leaseEnd + statementToleranceMs)
      yield `${name}: ${event.at - leaseEnd} ms after the end of the lease`;
    else if (
      operation.begin > leaseEnd &&
      operation.begin > leaseEnd + leaseSlackMs(indexed, event.taskId, held.attempt)
    )
      yield `${name}: requested after the end of the lease`;
  }
}

/** `taskCount` of an agent is the number of its completions. */
export function* taskCountsAreCompletions({ history }: IndexedHistory): Generator<string> {
  const completed = history.events.filter(({ type }) => type === 'task.completed');
  const byAgent = Map.groupBy(completed, ({ actorId }) => actorId);
  for (const agentId of new Set([...history.taskCounts.keys(), ...byAgent.keys()])) {
    const count = history.taskCounts.get(agentId ?? '') ?? 0;
    const events = byAgent.get(agentId)?.length ?? 0;
    if (count !== events) yield `agent ${agentId} has a count of ${count} and ${events} completions`;
  }
}
