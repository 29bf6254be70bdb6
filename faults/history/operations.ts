import type { Call, CallEnd, History, LogEvent } from './history.ts';

/** One request with all its repetitions. */
export type Operation = Pick<Call, 'key' | 'kind' | 'actorId' | 'taskId' | 'attempt' | 'completes'> & {
  /** When its first call began. */
  begin: number;
  calls: Call[];
  /** The first response of a success. */
  success?: CallEnd;
  /** Whether a response is missing and no other has a task: the operation may have claimed or changed one. */
  isOpen: boolean;
};

const isSuccess = ({ response }: Call) => response !== undefined && response.status < 300;
const isUnknown = ({ response }: Call) => response === undefined || response.status >= 500;

/** The operations of a history by their keys, in the order in which they began. */
function operationsOf(calls: Call[]): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [key, group] of Map.groupBy(calls, (call) => call.key)) {
    const [first] = group as [Call];
    const success = group.find(isSuccess)?.response;
    const { kind, actorId, taskId, attempt, completes, begin } = first;
    operations.set(key, {
      ...{ key, kind, actorId, begin, calls: group },
      ...(taskId !== undefined && { taskId }),
      ...(attempt !== undefined && { attempt }),
      ...(completes && { completes }),
      ...(success && { success }),
      isOpen: !success?.task && group.some(isUnknown),
    });
  }
  return operations;
}

/** The key that an operation has left in its event: as the title, the result or the reason. */
export function keyInEvent({ type, snapshot, changes }: LogEvent): string | undefined {
  const text =
    type === 'task.created'
      ? snapshot.title
      : type === 'task.completed'
        ? snapshot.result
        : type === 'task.released'
          ? changes?.reason?.after
          : type === 'task.updated'
            ? changes?.title?.after
            : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** A history with the indexes that the rules need. */
export class IndexedHistory {
  readonly history: History;
  readonly operations: Map<string, Operation>;
  readonly eventsByTask: Map<string, LogEvent[]>;
  readonly #eventByVersion = new Map<string, LogEvent>();

  constructor(history: History) {
    this.history = history;
    this.operations = operationsOf(history.calls);
    this.eventsByTask = Map.groupBy(history.events, ({ taskId }) => taskId);
    for (const event of history.events) {
      this.#eventByVersion.set(`${event.taskId} ${event.snapshot.version}`, event);
    }
  }

  /** The event that made this version of the task. */
  eventOf({ id, version }: { id: string; version: number }): LogEvent | undefined {
    return this.#eventByVersion.get(`${id} ${version}`);
  }

  /** Each event of a task with the state before it, which the first one does not have. */
  *changes(): Generator<{ event: LogEvent; before: LogEvent | undefined }> {
    for (const events of this.eventsByTask.values()) {
      for (const [index, event] of events.entries()) yield { event, before: events[index - 1] };
    }
  }
}

/** Whether the operation claims a task when it succeeds. */
export const isClaim = ({ kind }: Pick<Operation, 'kind'>): boolean =>
  kind === 'claim' || kind === 'claimNext';
