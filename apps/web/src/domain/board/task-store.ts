import {
  type BoardColumn,
  type BoardCounts,
  type BoardCursor,
  type BoardFilter,
  type BoardTask,
  boardTime,
  isVisibleIn,
  type LeaseExtension,
  type Task,
  type TaskStatus,
} from '@crewboard/contracts';
import { matchesFilters, matchesSearch, type SearchableTask } from './board-filters.ts';

// The tasks as this page knows them. Pure: no I/O, no clock. Docs: docs/decisions/0017-the-live-board.md.

/** The task after a change, by the rules of the service. It may be applied again to its result. */
export type Expectation = (task: BoardTask) => BoardTask;

/** A change of a task from the event log. `before` is null on creation. */
export interface LoggedChange {
  teamId: string;
  xid: bigint;
  before: BoardTask | null;
  after: SearchableTask;
  /** How many comments the task has, where the event tells it. */
  commentCount?: number;
}

export interface ColumnPages {
  pages: BoardColumn[];
  /** The cursor of each page. */
  pageParams: unknown[];
}

export type ColumnInput = BoardFilter & { status: TaskStatus };

export interface PendingChange {
  /** Resolves once the changes of the task before it have ended: to the task as the service told it. */
  turn(): Promise<BoardTask>;
  /** A call of it was answered with this task. */
  confirm(answer: BoardTask): void;
  /** All its calls were answered, or it failed. */
  end(): void;
}

/** A task as the service told it by a read, a response, an event or a lease. */
interface Told {
  /** Unknown while only its panel was read. */
  teamId?: string;
  task: BoardTask;
  commentCount: number;
  /** When it was told last. */
  at: number;
}

/** What this page asked for. */
interface Wanted {
  teamId: string;
  /** What the pending changes expect, in the order in which they were made. */
  expectations: Expectation[];
  /** The task as the counts have it with the events that were received; null before its creation. */
  counted: BoardTask | null;
  /** Responses to changes whose events were not received yet. */
  answers: { task: BoardTask; at: number }[];
  /** What the task is shown as, and the state that this was made of. */
  shown?: { from: BoardTask; task: BoardTask };
  /** Resolves once the last of the pending changes has ended. */
  last: Promise<void>;
}

/** Whether the service listed tasks under a search, and in which version. */
interface FoundBySearch {
  teamId: string;
  search: string;
  tasks: Map<string, { version: number; isListed: boolean }>;
}

type Moves = Record<TaskStatus, number>;

interface ColumnView {
  input: ColumnInput;
  revision: number;
  tasks: BoardTask[];
}

interface CountsView {
  input: BoardFilter;
  /** When it was requested. */
  begunAt: number;
  /** What the events that the response did not see move, up to this number of the log. */
  moves: Moves;
  upTo: number;
  isOutdated: boolean;
  revision: number;
  counts: BoardCounts;
}

/** More events than arrive during a request; more tasks than change during one. */
const kept = { events: 1_000, tasks: 1_000, leases: 1_000 };

export class TaskStore {
  #told = new Map<string, Told>();
  #wanted = new Map<string, Wanted>();
  #found = new Map<string, FoundBySearch>();
  /** Extended leases, also of attempts that are not told yet. */
  #leases = new Map<string, LeaseExtension>();
  #log: LoggedChange[] = [];
  /** How many events the log has lost, and the transaction of the last of them. */
  #dropped = 0;
  #droppedXid = -1n;
  /** When events were lost, and since when counts know the changes that were pending then. */
  #forgotAt = 0;
  #recountBefore = 0;
  #columns = new WeakMap<object, ColumnView>();
  #counts = new WeakMap<object, CountsView>();
  #pages = new WeakSet<BoardColumn>();
  #time = 0;
  #revision = 0;
  #listeners = new Set<() => void>();
  #evictAbove = 2 * kept.tasks;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The time of what happens now, for the reads that begin. */
  now(): number {
    this.#time += 1;
    return this.#time;
  }

  /** Another one after each change. */
  get revision(): number {
    return this.#revision;
  }

  /** The task as it is to be shown: as the service told it, with what pending changes expect. */
  shown(taskId: string): BoardTask | undefined {
    return this.#shownOf(this.#told.get(taskId));
  }

  commentCount(taskId: string): number {
    return this.#told.get(taskId)?.commentCount ?? 0;
  }

  isPending(taskId: string): boolean {
    return Boolean(this.#wanted.get(taskId)?.expectations.length);
  }

  hasLeases(): boolean {
    return [...this.#told.values()].some(({ task }) => task.leaseExpiresAt !== null);
  }

  /** The tasks of a column that was read, in its order, down to where it was read. */
  column(data: ColumnPages | undefined): BoardTask[] {
    const view = data && this.#columns.get(data);
    if (!view) return none;
    if (view.revision === this.#revision) return view.tasks;
    const end = data.pages.at(-1)?.nextCursor ?? null;
    const tasks: BoardTask[] = [];
    for (const known of this.#told.values()) {
      const task = this.#shownOf(known) as BoardTask;
      if (known.teamId === view.input.teamId && isWithin(task, null, end) && this.#isIn(task, view.input))
        tasks.push(task);
    }
    tasks.sort((one, other) => compare(placeOf(one), placeOf(other)));
    view.revision = this.#revision;
    // Components skip what has kept its identity.
    if (tasks.length !== view.tasks.length || tasks.some((task, index) => task !== view.tasks[index]))
      view.tasks = tasks;
    return view.tasks;
  }

  /** Counts that were read, with what the events have changed since and what pending changes expect. */
  counts(response: BoardCounts | undefined): BoardCounts | undefined {
    const view = response && this.#counts.get(response);
    if (!view || view.revision === this.#revision) return view?.counts;
    this.#count(response, view);
    const moves = { ...view.moves };
    for (const { teamId, answers, counted, expectations } of this.#wanted.values()) {
      if (teamId !== view.input.teamId) continue;
      const known = answers.at(-1)?.task ?? counted;
      const included = answers.findLast(({ at }) => at < view.begunAt)?.task ?? counted;
      this.#move(moves, view.input, included, known && expectations.reduce(apply, known));
    }
    const next = { ...response };
    for (const status of Object.keys(moves) as TaskStatus[]) {
      const { count, isExact } = response[status];
      if (isExact) next[status] = { count: Math.max(0, count + moves[status]), isExact };
    }
    view.revision = this.#revision;
    if (JSON.stringify(next) !== JSON.stringify(view.counts)) view.counts = next;
    return view.counts;
  }

  /** Whether counts must be read again: events changed one that is not exact, or are no longer in the log. */
  isOutdated(response: BoardCounts): boolean {
    this.counts(response);
    const view = this.#counts.get(response);
    return view !== undefined && (view.isOutdated || view.begunAt < this.#recountBefore);
  }

  /** A column was read. Its pages that were read before are left out. */
  readColumn(input: ColumnInput, data: ColumnPages, begunAt: number): void {
    data.pages.forEach((page, index) => {
      if (this.#pages.has(page)) return;
      this.#pages.add(page);
      this.readPage(input, (data.pageParams[index] ?? null) as BoardCursor | null, page, begunAt);
    });
    this.#columns.set(data, { input, revision: -1, tasks: [] });
    this.#changed();
  }

  /** A page of a column was read: it has all tasks of the column between its cursor and that of the next one. */
  readPage(input: ColumnInput, cursor: BoardCursor | null, page: BoardColumn, begunAt: number): void {
    const { teamId, search } = input;
    const found = this.#foundBy(input)?.tasks;
    const listed = new Set(page.tasks.map(({ id }) => id));
    for (const task of page.tasks) {
      this.#tell(task, teamId, page.commentCounts[task.id]);
      found?.set(task.id, { version: task.version, isListed: true });
    }
    for (const { task, ...known } of this.#told.values()) {
      const isLate = known.at >= begunAt || this.isPending(task.id) || listed.has(task.id);
      if (isLate || known.teamId !== teamId) continue;
      if (!isWithin(task, cursor, page.nextCursor) || !this.#isIn(task, input)) continue;
      // It is no longer as it was told before the request. Of a search only the service knows what matches.
      if (search) found?.set(task.id, { version: task.version, isListed: false });
      else this.#told.delete(task.id);
    }
    this.#changed();
  }

  readCounts(input: BoardFilter, response: BoardCounts, begunAt: number): void {
    const moves = { todo: 0, in_progress: 0, done: 0, cancelled: 0 };
    const isOutdated = BigInt(response.snapshot.split(':')[0] ?? 0) <= this.#droppedXid;
    const view = { input, begunAt, moves, upTo: this.#dropped, isOutdated, revision: -1, counts: response };
    this.#counts.set(response, view);
    this.#changed();
  }

  readTask(task: BoardTask): void {
    this.#tell(task);
    this.#changed();
  }

  /** Events were received, in the order of the log. */
  receive(changes: LoggedChange[]): void {
    for (const { before, after, ...change } of changes) {
      this.#tell(after, change.teamId, change.commentCount);
      // Its description, which a card does not have.
      for (const { teamId, search, tasks } of this.#found.values())
        if (teamId === change.teamId && matchesSearch(after, search))
          tasks.set(after.id, { version: after.version, isListed: true });
      const wanted = this.#wanted.get(after.id);
      if (wanted && after.version > (wanted.counted?.version ?? 0)) wanted.counted = cardOf(after);
      if (wanted) this.#settle(after.id, wanted);
      this.#log.push({ ...change, before: before && cardOf(before), after: cardOf(after) });
    }
    const surplus = Math.max(0, this.#log.length - kept.events);
    this.#droppedXid = this.#log[surplus - 1]?.xid ?? this.#droppedXid;
    this.#log = this.#log.slice(surplus);
    this.#dropped += surplus;
    this.#changed();
  }

  extendLeases = (leases: LeaseExtension[]): void => {
    for (const lease of leases) {
      this.#leases.delete(lease.taskId);
      this.#leases.set(lease.taskId, lease);
      const known = this.#told.get(lease.taskId);
      if (known) known.task = withLease(known.task, lease);
    }
    for (const id of this.#leases.keys()) if (this.#leases.size > kept.leases) this.#leases.delete(id);
    this.#changed();
  };

  /** Begins a change of a task that the page shows. Send it at its turn. */
  begin(teamId: string, task: BoardTask, expect: Expectation): PendingChange {
    const { id } = task;
    // What is not told is shown as it was read.
    if (!this.#told.has(id)) this.#tell(task, teamId);
    const wanted = this.#wantedOf(teamId, id);
    const expectation: Expectation = (state) => expect(state);
    wanted.expectations = [...wanted.expectations, expectation];
    wanted.shown = undefined;
    const begunAt = this.now();
    const before = wanted.last;
    let resolve = () => {};
    wanted.last = new Promise((settle) => {
      resolve = settle;
    });
    this.#changed();
    return {
      turn: () => before.then(() => this.#told.get(id)?.task ?? task),
      confirm: (answer) => this.answer(teamId, answer, begunAt),
      end: () => {
        wanted.expectations = wanted.expectations.filter((other) => other !== expectation);
        wanted.shown = undefined;
        this.#settle(id, wanted);
        resolve();
        this.#changed();
      },
    };
  }

  /** A call of this page was answered with a task that it created or changed. */
  answer(teamId: string, task: BoardTask, begunAt: number): void {
    const wanted = this.#wantedOf(teamId, task.id);
    const at = this.now();
    wanted.answers = [...wanted.answers, { task: cardOf(task), at }];
    // Its event may be one of those that were lost.
    if (begunAt < this.#forgotAt) this.#recountBefore = at;
    this.#tell(task, teamId);
    this.#settle(task.id, wanted);
    this.#changed();
  }

  /** Events were lost: everything is read again. */
  forgetEvents(): void {
    this.#dropped += this.#log.length;
    this.#log = [];
    this.#forgotAt = this.now();
    for (const [id, wanted] of this.#wanted) {
      wanted.counted = this.#told.get(id)?.task ?? null;
      this.#settle(id, wanted);
    }
    this.#changed();
  }

  /** Forgets the tasks that none of these columns shows, except those told last. */
  evict(columns: ColumnPages[]): void {
    if (this.#told.size < this.#evictAbove) return;
    const shown = new Set(columns.flatMap((data) => this.column(data)));
    let surplus = this.#told.size - kept.tasks;
    for (const [id, { task }] of this.#told) {
      surplus -= 1;
      if (surplus < 0) break;
      if (!shown.has(this.shown(id) ?? task) && !this.#wanted.has(id)) this.#told.delete(id);
    }
    this.#evictAbove = this.#told.size + kept.tasks;
    const inputs = columns.flatMap((data) => this.#columns.get(data)?.input ?? []);
    const searches = new Set(inputs.map((input) => this.#foundBy(input)));
    for (const [key, found] of this.#found) if (!searches.has(found)) this.#found.delete(key);
  }
  #shownOf(known: Told | undefined): BoardTask | undefined {
    const wanted = known && this.#wanted.get(known.task.id);
    if (!wanted) return known?.task;
    if (wanted.shown?.from !== known.task)
      wanted.shown = { from: known.task, task: wanted.expectations.reduce(apply, known.task) };
    return wanted.shown.task;
  }

  /** The newest version wins; of one attempt the later lease. */
  #tell(task: BoardTask, teamId?: string, commentCount = 0): void {
    const { id } = task;
    const known = this.#told.get(id);
    const [newest, other] =
      known && known.task.version >= task.version ? [known.task, task] : [cardOf(task), known?.task];
    // The tasks told last are the last ones of the map.
    this.#told.delete(id);
    this.#told.set(id, {
      teamId: teamId ?? known?.teamId,
      task: withLease(withLease(newest, other), this.#leases.get(id)),
      commentCount: Math.max(commentCount, known?.commentCount ?? 0),
      at: this.now(),
    });
  }

  #wantedOf(teamId: string, id: string): Wanted {
    const counted = this.#told.get(id)?.task ?? null;
    const wanted = this.#wanted.get(id) ?? {
      ...{ teamId, counted, expectations: [], answers: [] },
      last: Promise.resolve(),
    };
    this.#wanted.set(id, wanted);
    return wanted;
  }

  /** Forgets the answers whose events were received, and what is no longer wanted. */
  #settle(id: string, wanted: Wanted): void {
    const { counted } = wanted;
    wanted.answers = wanted.answers.filter(({ task }) => task.version > (counted?.version ?? 0));
    if (wanted.expectations.length + wanted.answers.length === 0) this.#wanted.delete(id);
  }

  /** Adds the events to counts that they do not include. */
  #count({ snapshot, ...counts }: BoardCounts, view: CountsView): void {
    if (view.upTo < this.#dropped) view.isOutdated = true;
    for (const { teamId, xid, before, after } of this.#log.slice(Math.max(0, view.upTo - this.#dropped))) {
      if (teamId !== view.input.teamId || isVisibleIn(snapshot, xid)) continue;
      const moved = this.#move(view.moves, view.input, before, after);
      if (moved.some((status) => !counts[status].isExact)) view.isOutdated = true;
    }
    view.upTo = this.#dropped + this.#log.length;
  }

  /** Moves a task between columns. Returns those that have one more or one less. */
  #move(moves: Moves, input: BoardFilter, before: BoardTask | null, after: BoardTask | null): TaskStatus[] {
    const from = before && this.#matches(before, input) && before.status;
    const to = after && this.#matches(after, input) && after.status;
    if (from === to) return [];
    if (from) moves[from] -= 1;
    if (to) moves[to] += 1;
    return [from, to].filter((status) => status !== null && status !== false);
  }

  #isIn(task: BoardTask, input: ColumnInput): boolean {
    return task.status === input.status && this.#matches(task, input);
  }

  #matches(task: BoardTask, input: BoardFilter): boolean {
    const { search, ...filters } = input;
    if (!matchesFilters(task, filters)) return false;
    if (!search) return true;
    const found = this.#foundBy(input)?.tasks.get(task.id);
    if (found && (found.isListed || found.version === task.version)) return found.isListed;
    // What the service was not asked about since it changed.
    return matchesSearch(task, search);
  }

  #foundBy({ teamId, search }: BoardFilter): FoundBySearch | undefined {
    if (!search) return undefined;
    const key = `${teamId} ${search}`;
    const found = this.#found.get(key) ?? { teamId, search, tasks: new Map() };
    this.#found.set(key, found);
    return found;
  }

  #changed(): void {
    this.#revision += 1;
    const revision = this.#revision;
    // Later and once: data is also hydrated during a render.
    queueMicrotask(() => {
      if (revision === this.#revision) for (const listener of this.#listeners) listener();
    });
  }
}

const none: BoardTask[] = [];

const apply = (task: BoardTask, expect: Expectation): BoardTask => expect(task);

/** The texts of a task are read by its panel: those of a response may be older. */
function cardOf(task: BoardTask): BoardTask {
  const { description: _, result: __, ...card } = task as Task;
  return card;
}

/** The task with a lease of the same attempt, if it is a later one. */
function withLease(
  task: BoardTask,
  lease: Pick<BoardTask, 'attempt' | 'leaseExpiresAt'> | undefined,
): BoardTask {
  const isLater = lease?.leaseExpiresAt && task.leaseExpiresAt && task.leaseExpiresAt < lease.leaseExpiresAt;
  return isLater && lease.attempt === task.attempt ? { ...task, leaseExpiresAt: lease.leaseExpiresAt } : task;
}

const placeOf = (task: BoardTask): BoardCursor => ({ time: boardTime(task), id: task.id });

/** Newest first, then by id: the order of the API. */
function compare(one: BoardCursor, other: BoardCursor): number {
  if (one.time !== other.time) return one.time > other.time ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id > other.id ? -1 : 1;
}

const isWithin = (task: BoardTask, start: BoardCursor | null, end: BoardCursor | null): boolean =>
  (start === null || compare(start, placeOf(task)) < 0) && (end === null || compare(placeOf(task), end) <= 0);
