import type { LogEvent } from '../history.ts';
import { type IndexedHistory, isClaim, type Operation } from '../operations.ts';

/** Between the clock of a client and that of the database, in milliseconds. */
const clockToleranceMs = 50;

/** Whether the event begins an attempt; a completion does so when nobody held the task. */
const beginsAttempt = (event: LogEvent, before: LogEvent | undefined): boolean =>
  event.snapshot.attempt !== (before?.snapshot.attempt ?? 0);

const nameOf = (taskId: string, attempt: number) => `task ${taskId}, attempt ${attempt}`;

/** At most one claim of each attempt: one event that begins it, and success for at most one operation. */
export function* oneClaimPerAttempt(indexed: IndexedHistory): Generator<string> {
  const begun = new Map<string, string>();
  for (const { event, before } of indexed.changes()) {
    if (event.type !== 'task.claimed' && !beginsAttempt(event, before)) continue;
    const name = nameOf(event.taskId, event.snapshot.attempt);
    const earlier = begun.get(name);
    if (earlier) yield `${name} was begun by ${earlier} and by ${event.actorId}`;
    begun.set(name, String(event.actorId));
  }
  const winners = new Map<string, string>();
  for (const { key, success, ...operation } of indexed.operations.values()) {
    if (!isClaim(operation) || !success?.task) continue;
    const name = nameOf(success.task.id, success.task.attempt);
    const earlier = winners.get(name);
    if (earlier) yield `${name}: ${earlier} and ${key} both got it`;
    winners.set(name, key);
  }
}

/** Attempts count up by one in the log, and a claim that began after another one was confirmed has a higher number. */
export function* attemptsRise(indexed: IndexedHistory): Generator<string> {
  for (const { event, before } of indexed.changes()) {
    const step = event.snapshot.attempt - (before?.snapshot.attempt ?? 0);
    const isAllowed = event.type === 'task.claimed' ? step === 1 : step === 0 || step === 1;
    if (!isAllowed) yield `${event.type} of ${event.taskId} changed the attempt by ${step}`;
  }
  const won = [...indexed.operations.values()].filter(
    (operation) => isClaim(operation) && operation.success?.task,
  );
  for (const [taskId, claims] of Map.groupBy(won, ({ success }) => success?.task?.id)) {
    const attemptOf = ({ success }: Operation) => success?.task?.attempt ?? 0;
    let latest: Operation | undefined;
    for (const claim of claims.toSorted((a, b) => attemptOf(a) - attemptOf(b))) {
      if (latest && (claim.success?.end ?? 0) < latest.begin) {
        yield `${nameOf(String(taskId), attemptOf(claim))} was confirmed before attempt ${attemptOf(latest)} was requested`;
      }
      if (!latest || claim.begin > latest.begin) latest = claim;
    }
  }
}

/** Each claim in the log belongs to the agent that was told so, or to one that never got its response. */
export function* claimsAreRequested({ history, operations }: IndexedHistory): Generator<string> {
  const open = new Map<string, Operation[]>();
  const won = new Set<string>();
  for (const operation of operations.values()) {
    if (!isClaim(operation)) continue;
    const { actorId, success, isOpen } = operation;
    if (success?.task) won.add(`${actorId} ${nameOf(success.task.id, success.task.attempt)}`);
    else if (isOpen) open.set(actorId, [...(open.get(actorId) ?? []), operation]);
  }
  for (const { type, taskId, actorId, at, snapshot } of history.events) {
    const name = nameOf(taskId, snapshot.attempt);
    if (type !== 'task.claimed' || won.has(`${actorId} ${name}`)) continue;
    const candidates = (open.get(String(actorId)) ?? []).filter(
      ({ begin }) => begin <= at + clockToleranceMs,
    );
    // A claim of this very task explains no other one, so it goes first.
    const explanation =
      candidates.find((operation) => operation.taskId === taskId) ??
      candidates.find(({ kind }) => kind === 'claimNext');
    if (!explanation) yield `${name} went to ${actorId}, which did not request it or was told otherwise`;
    const rest = (open.get(String(actorId)) ?? []).filter((operation) => operation !== explanation);
    open.set(String(actorId), rest);
  }
}

/** A 409 that names a holder: somebody had requested to make it the holder before the 409 was sent. */
export function* rejectionsHaveClaim({ history, operations }: IndexedHistory): Generator<string> {
  const firstRequest = new Map<string, number>();
  const note = (name: string, begin: number) =>
    firstRequest.set(name, Math.min(begin, firstRequest.get(name) ?? Number.POSITIVE_INFINITY));
  for (const operation of operations.values()) {
    const { kind, actorId, taskId, success, isOpen, begin } = operation;
    const claimed = success?.task?.id ?? taskId;
    if (isClaim(operation) && claimed) note(`${claimed} ${actorId}`, begin);
    if (isClaim(operation) && !success?.task && isOpen) note(`any ${actorId}`, begin);
    if ((kind === 'move' || kind === 'update') && taskId) note(`${taskId} any`, begin);
  }
  for (const { key, taskId, response } of history.calls) {
    if (response?.code !== 'TASK_ALREADY_CLAIMED' || !taskId) continue;
    const names = [`${taskId} ${response.holderId}`, `any ${response.holderId}`, `${taskId} any`];
    const isExplained = names.some(
      (name) => (firstRequest.get(name) ?? Number.POSITIVE_INFINITY) <= response.end,
    );
    if (!isExplained)
      yield `${key} was told that ${response.holderId} holds ${taskId}, which never claimed it before`;
  }
}
