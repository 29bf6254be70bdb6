import {
  type BoardColumn,
  type BoardCounts,
  type BoardCursor,
  type BoardFilter,
  BoardTask,
  boardTime,
  changesBlockerCounts,
  countAsBlocker,
  countBlockers,
  type DependencyTask,
  decideBlockers,
  fieldsOnCreation,
  type LeaseExtension,
  type NewTask,
  newTask,
  settle,
  type TaskChange,
  type TaskDecision,
  type TaskDependencies,
  type TaskState,
  type TaskStatus,
  taskFields,
} from '@crewboard/contracts';
import { matchesFilters } from '../../board-filters.ts';
import { boardStatuses } from '../../statuses.ts';
import type { ColumnInput } from '../column-view.ts';
import type { LoggedChange } from '../known-task.ts';

type BlockerCounts = Pick<TaskState, 'openBlockers' | 'cancelledBlockers'>;

const member = { kind: 'member', id: 'm' } as const;
const startMs = Date.parse('2026-11-21T10:00:00.000Z');
const tasksPerPage = 2;
/** Counts by priority are inexact beyond it. */
const maxCount = 1;

export type Decide = (task: TaskState, now: string) => TaskDecision;
interface Transaction {
  xid: bigint;
  commit: () => void;
}

/** A service in memory: tasks, their event log, and reads of them, by the rules of contracts. */
export class SimulatedService {
  readonly tasks = new Map<string, TaskState>();
  readonly log: LoggedChange[] = [];
  readonly leases: LeaseExtension[] = [];
  #open: { taskId: string; transaction: Transaction }[] = [];
  #nextXid = 10n;
  #nextId = 1;
  #nowMs = startMs;

  /** The time of the next change. Two changes may have the same time. */
  now(): string {
    return new Date(this.#nowMs).toISOString();
  }

  passTime(ms: number): void {
    this.#nowMs += ms;
  }

  create(title: string): TaskState {
    const fields = fieldsOnCreation(taskFields, { title, projectId: 'p1' });
    const created = newTask({ ...fields, id: `task-${this.#nextId++}` } as NewTask, member);
    const now = this.now();
    const rank = `${now} ${this.#nextId}`;
    const task = { ...created, rank, statusChangedAt: now, createdAt: now, updatedAt: now };
    this.#write(null, task);
    return task;
  }

  /** Changes a task, unless another transaction has locked it. A slow change is committed later, by `commitAll`. */
  change(id: string, decide: Decide, isSlow = false): TaskState | null {
    const task = this.tasks.get(id);
    if (!task || this.#open.some(({ taskId }) => taskId === id)) return null;
    const now = this.now();
    const decision = decide(task, now);
    if (typeof decision === 'string') return task;
    const after = settle(task, decision, now);
    if (decision.event === null) {
      this.tasks.set(id, after);
      const { attempt, leaseExpiresAt } = after;
      if (leaseExpiresAt) this.leases.push({ taskId: id, attempt, leaseExpiresAt });
    } else if (decision.set.blockedBy || changesBlockerCounts(task, after)) {
      return this.#changeTogether(task, after, decision, now);
    } else if (isSlow) {
      const xid = this.#nextXid++;
      const commit = () => this.#write(task, after, xid);
      this.#open.push({ taskId: id, transaction: { xid, commit } });
    } else this.#write(task, after);
    return after;
  }

  /** Changes a task and its dependants in one transaction, after all other transactions. */
  #changeTogether(task: TaskState, after: TaskState, { set }: TaskChange, now: string): TaskState {
    this.commitAll();
    const xid = this.#nextXid++;
    this.#write(task, after, xid);
    for (const dependant of this.#dependantsOf(task.id))
      this.#recount(dependant, countAsBlocker(task), countAsBlocker(after), { now, xid });
    if (!set.blockedBy) return after;
    const counts = countBlockers(set.blockedBy.flatMap((id) => this.tasks.get(id) ?? []));
    return this.#recount(after, after, counts, { now, xid });
  }

  #recount(
    task: TaskState,
    before: BlockerCounts,
    counts: BlockerCounts,
    { now, xid }: { now: string; xid: bigint },
  ): TaskState {
    const decision = decideBlockers(task, before, counts);
    if (typeof decision === 'string') return task;
    const after = { ...task, ...settle(task, decision, now) };
    if (decision.event === null) this.tasks.set(task.id, after);
    else this.#write(task, after, xid);
    return after;
  }

  #dependantsOf(taskId: string): TaskState[] {
    return [...this.tasks.values()].filter(({ blockedBy }) => blockedBy.includes(taskId));
  }

  readDependencies(taskId: string): TaskDependencies {
    const task = this.tasks.get(taskId) as TaskState;
    return {
      blockers: task.blockedBy.map((id) => toDependencyTask(this.tasks.get(id) as TaskState)),
      dependants: this.#dependantsOf(taskId).map(toDependencyTask),
    };
  }

  commitAll(): void {
    for (const { transaction } of this.#open.splice(0)) transaction.commit();
  }

  #write(before: TaskState | null, after: TaskState, xid = this.#nextXid++): void {
    this.tasks.set(after.id, after);
    const { commentCount } = after;
    this.log.push({
      ...{ teamId: 't', xid, commentCount },
      ...{ before: before && cardOf(before), after: cardOf(after) },
    });
    this.log.sort((one, other) => Number(one.xid - other.xid));
  }

  /** The number of events that readers of the log get: those before the oldest open transaction. */
  readableCount(): number {
    const oldest = this.#open.map(({ transaction }) => transaction.xid).sort()[0] ?? this.#nextXid;
    return this.log.filter(({ xid }) => xid < oldest).length;
  }

  /** The tasks of a column in its order. */
  list(input: ColumnInput): BoardTask[] {
    const { status, order: _, ...filter } = input;
    const tasks = [...this.tasks.values()].filter((task) => task.status === status && matches(task, filter));
    return tasks
      .map(cardOf)
      .sort((one, other) => (isBefore(placeIn(input, one), placeIn(input, other)) ? -1 : 1));
  }

  readPage(input: ColumnInput, cursor: BoardCursor | null): BoardColumn {
    const rest = this.list(input).filter((task) => !cursor || isBefore(cursor, placeIn(input, task)));
    const tasks = rest.slice(0, tasksPerPage);
    const last = tasks.at(-1);
    const commented = tasks.flatMap(({ id }) => {
      const count = this.tasks.get(id)?.commentCount ?? 0;
      return count > 0 ? [[id, count] as const] : [];
    });
    return {
      tasks,
      commentCounts: Object.fromEntries(commented),
      next: {},
      nextCursor: last && rest.length > tasksPerPage ? placeIn(input, last) : null,
    };
  }

  readCounts(filter: BoardFilter): BoardCounts {
    const open = this.#open.map(({ transaction }) => transaction.xid).sort();
    const countOf = (status: TaskStatus) => {
      const { length } = this.list({ ...filter, status });
      const isExact = !filter.priority || length <= maxCount;
      return { count: isExact ? length : maxCount, isExact };
    };
    const counts = boardStatuses.map((status) => [status, countOf(status)] as const);
    const snapshot = `${open[0] ?? this.#nextXid}:${this.#nextXid}:${open.join(',')}`;
    return { snapshot, ...Object.fromEntries(counts) } as BoardCounts;
  }
}

export const toDependencyTask = (task: DependencyTask): DependencyTask => {
  const { id, title, status, projectId, assignedAgentId, assignedMemberId, archivedAt, version } = task;
  return { id, title, status, projectId, assignedAgentId, assignedMemberId, archivedAt, version };
};

const matches = (task: TaskState, { teamId, ...filters }: BoardFilter) =>
  teamId === 't' && matchesFilters(task, filters);

const urgency = { high: '0', normal: '1', low: '2' } as const;

export const placeIn = ({ status, order }: ColumnInput, task: BoardTask): BoardCursor =>
  status === 'todo' && order === 'queue'
    ? { priority: task.priority, rank: task.rank, id: task.id }
    : { time: boardTime(task), id: task.id };

export function isBefore(one: BoardCursor, other: BoardCursor): boolean {
  if ('rank' in one && 'rank' in other) {
    const [first, second] = [one, other].map(({ priority, rank, id }) => `${urgency[priority]}${rank} ${id}`);
    return String(first) < String(second);
  }
  if (!('time' in one && 'time' in other)) throw new Error('places of two orders');
  return one.time === other.time ? one.id > other.id : one.time > other.time;
}

/** The fields of a card. */
export const cardOf = (task: TaskState): BoardTask =>
  Object.fromEntries(cardNames.map((name) => [name, task[name]])) as BoardTask;

const cardNames = Object.keys(BoardTask.shape) as (keyof BoardTask)[];
