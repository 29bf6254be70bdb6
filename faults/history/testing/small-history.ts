import type { Call, CallEnd, History, LogEvent, OperationKind, Reason, Snapshot } from '../history.ts';
import { countTasks } from '../rules/counts.ts';

const startOfTime = 1_000_000;
const created = new Date(startOfTime).toISOString();

const newTask: Snapshot = {
  ...{ id: 'task', title: 'created', status: 'todo', priority: 'normal', projectId: 'project' },
  ...{ assignedAgentId: null, attempt: 0, leaseExpiresAt: null, needsAttention: null, result: null },
  ...{ blockedBy: [], isBlocked: false },
  ...{ version: 1, createdAt: created, updatedAt: created, statusChangedAt: created },
};

type Request = Partial<Pick<Call, 'taskId' | 'attempt' | 'completes'>> & {
  begin?: number;
  end?: number;
  code?: string;
  holderId?: string;
  status?: number;
  bodyHash?: string;
};

/** A history of one task, written event by event and call by call. Times are in milliseconds from its start. */
export class SmallHistory {
  readonly history: History & { calls: Call[]; events: LogEvent[]; tasks: Snapshot[]; reasons: Reason[] };
  readonly taskCounts = new Map<string, number>();
  #now = 0;

  constructor() {
    this.history = {
      calls: [],
      events: [],
      tasks: [],
      taskCounts: this.taskCounts,
      counts: new Map(),
      reasons: [],
    };
    this.event('task.created', 'key', {});
    this.call('create', 'key', 'created');
  }

  /** The task as it is now. */
  get task(): Snapshot {
    return this.history.events.at(-1)?.snapshot ?? newTask;
  }

  /** Continues at this time. */
  at(ms: number): this {
    this.#now = ms;
    return this;
  }

  /** Changes the task in the log and in its row. */
  event(type: string, actorId: string | null, fields: Partial<Snapshot>, reason?: string): this {
    const { events, tasks } = this.history;
    const before = events.at(-1)?.snapshot;
    const snapshot = before
      ? { ...before, version: before.version + 1, ...fields }
      : { ...newTask, ...fields };
    const entries = Object.entries(fields).filter(
      ([field]) => !['version', 'attempt', 'leaseExpiresAt'].includes(field),
    );
    const changes = entries.map(([field, after]) => [field, { before: before?.[field], after }]);
    if (reason) changes.push(['reason', { before: null, after: reason }]);
    const at = startOfTime + this.#now;
    events.push({
      type,
      taskId: 'task',
      actorId,
      at,
      snapshot,
      changes: before ? Object.fromEntries(changes) : null,
    });
    tasks.splice(0, 1, snapshot);
    this.history.counts = countTasks(tasks);
    return this;
  }

  /** A successful call that returns the task as it is, unless the request says otherwise. */
  call(kind: OperationKind, actorId: string, key: string, request: Request = {}): this {
    const {
      begin = this.#now - 5,
      end = this.#now + 5,
      status = 200,
      bodyHash = 'body',
      code,
      holderId,
      ...rest
    } = request;
    const { calls } = this.history;
    const number = calls.filter((call) => call.key === key).length + 1;
    const { id, version, assignedAgentId, attempt, leaseExpiresAt, ...task } = this.task;
    const leaseEnd = leaseExpiresAt === null ? null : Date.parse(leaseExpiresAt);
    const response: CallEnd = {
      ...{ key, number, end: startOfTime + end, status, isReplay: false, bodyHash },
      ...(status === 200 && {
        task: { id, version, assignedAgentId, attempt, leaseExpiresAt: leaseEnd, status: task.status },
      }),
      ...(code && { code }),
      ...(holderId && { holderId }),
    };
    calls.push({ key, number, kind, actorId, ...rest, begin: startOfTime + begin, response });
    return this;
  }

  /** A call that never gets a response. */
  lostCall(kind: OperationKind, actorId: string, key: string, request: Request = {}): this {
    this.call(kind, actorId, key, request);
    delete this.history.calls.at(-1)?.response;
    return this;
  }

  claim(agentId: string, key: string): this {
    return this.claimEvent(agentId).call('claim', agentId, key, { taskId: 'task' });
  }

  claimEvent(agentId: string, fields: Partial<Snapshot> = {}): this {
    const attempt = this.task.attempt + 1;
    const held = { status: 'in_progress', assignedAgentId: agentId, attempt };
    return this.event('task.claimed', agentId, { ...held, leaseExpiresAt: this.time(6_000), ...fields });
  }

  completeEvent(agentId: string, key: string): this {
    this.taskCounts.set(agentId, (this.taskCounts.get(agentId) ?? 0) + 1);
    return this.event('task.completed', agentId, {
      ...{ status: 'done', assignedAgentId: agentId, result: key, leaseExpiresAt: null },
    });
  }

  complete(agentId: string, key: string, attempt?: number): this {
    const request = { taskId: 'task', ...(attempt !== undefined && { attempt }) };
    return this.completeEvent(agentId, key).call('complete', agentId, key, request);
  }

  expire(): this {
    return this.event('task.lease_expired', null, {
      status: 'todo',
      assignedAgentId: null,
      leaseExpiresAt: null,
    });
  }

  /** So many milliseconds from now. */
  time(ms: number): string {
    return new Date(startOfTime + this.#now + ms).toISOString();
  }
}
