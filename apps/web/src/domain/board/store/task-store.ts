import type {
  Attention,
  BoardColumn,
  BoardCounts,
  BoardCursor,
  BoardFilter,
  BoardTask,
  LeaseExtension,
  TaskDependencies,
  TaskNext,
} from '@crewboard/contracts';
import { FoundBySearch } from '../search/found-by-search.ts';
import {
  apply,
  type ColumnInput,
  type ColumnPages,
  type ColumnView,
  cardOf,
  type Expectation,
  idsIn,
  isWithin,
  type LoggedChange,
  type LoggedDeletion,
  type PendingChange,
  showColumn,
  type Told,
  withoutTexts,
} from './known-task.ts';
import { LiveCounts } from './live-counts.ts';
import { ToldTasks } from './told-tasks.ts';
import { WantedTasks } from './wanted-tasks.ts';

// The tasks as this page knows them. Pure: no I/O, no clock. Docs: docs/decisions/0017-the-live-board.md.

export class TaskStore {
  #told = new ToldTasks();
  #wanted = new WantedTasks();
  #found = new FoundBySearch();
  #counts = new LiveCounts((task, input) => this.#found.matches(task, input));
  /** When events were lost, and since when counts include the answers whose events may be among them. */
  #forgotAt = 0;
  #recountBefore = 0;
  #columns = new WeakMap<object, ColumnView>();
  #pages = new WeakSet<BoardColumn>();
  /** When the reads of lists beside columns began. */
  #lists = new WeakMap<object, number>();
  #time = 0;
  /** Another one after each change. */
  revision = 0;
  #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The time of what happens now, for the reads that begin. */
  now(): number {
    this.#time += 1;
    return this.#time;
  }

  /** The task as it is to be shown: as the service told it, with what pending changes expect. */
  shown(taskId: string): BoardTask | undefined {
    return this.#shownOf(this.#told.get(taskId));
  }

  /** The tasks that a list may lack, because they were told after its request or have pending changes; without a list all. */
  toldSince(list?: object): BoardTask[] {
    const since = list ? (this.#lists.get(list) ?? 0) : 0;
    return [...this.#told.all()]
      .filter(({ task, at }) => at >= since || this.isPending(task.id))
      .flatMap((known) => this.#shownOf(known) ?? []);
  }

  commentCount = (taskId: string): number => this.#told.get(taskId)?.commentCount ?? 0;

  /** Who acts next on a task, null for nobody; undefined where that is not known, and while a change is pending. */
  nextOf(taskId: string): TaskNext | null | undefined {
    return this.isPending(taskId) ? undefined : this.#told.get(taskId)?.next;
  }

  isPending(taskId: string): boolean {
    return Boolean(this.#wanted.get(taskId)?.expectations.length);
  }

  hasLeases = (): boolean => [...this.#told.all()].some(({ task }) => task.leaseExpiresAt !== null);

  /** The tasks of a column that was read, in its order, down to where it was read. */
  column(data: ColumnPages | undefined): BoardTask[] {
    const view = data && this.#columns.get(data);
    if (!view) return none;
    if (view.revision === this.revision) return view.tasks;
    const end = data.pages.at(-1)?.nextCursor ?? null;
    const tasks: BoardTask[] = [];
    for (const known of this.#told.all()) {
      const task = this.#shownOf(known) as BoardTask;
      const isOfTeam = known.teamId === view.input.teamId;
      if (isOfTeam && isWithin(task, view.input, null, end) && this.#isIn(task, view.input)) tasks.push(task);
    }
    return showColumn(view, tasks, this.revision);
  }

  /** Counts that were read, with what the events have changed since and what pending changes expect. */
  counts(response: BoardCounts | undefined): BoardCounts | undefined {
    return this.#counts.show(response, this.revision, this.#wanted.all());
  }

  /** Whether counts must be read again: events changed one that is not exact, or are no longer in the log. */
  isOutdated(response: BoardCounts): boolean {
    this.counts(response);
    return this.#counts.isOutdated(response, this.#recountBefore);
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
    this.#found.follow(input);
    const listed = new Set(page.tasks.map(({ id }) => id));
    for (const task of page.tasks) {
      const next = page.next[task.id] ?? null;
      this.#told.tell(task, this.now(), { teamId, commentCount: page.commentCounts[task.id], next });
      this.#found.note(task, input, true);
    }
    for (const { task, ...known } of this.#told.all()) {
      const isLate = known.at >= begunAt || this.isPending(task.id) || listed.has(task.id);
      if (isLate || known.teamId !== teamId) continue;
      if (!this.#isIn(task, input) || !isWithin(task, input, cursor, page.nextCursor)) continue;
      // It is no longer as it was told before the request. Of a search only the service knows what matches.
      if (search) this.#found.note(task, input, false);
      else this.#told.delete(task.id);
    }
    this.#changed();
  }

  readCounts(input: BoardFilter, response: BoardCounts, begunAt: number): void {
    this.#counts.read(input, response, begunAt);
    this.#changed();
  }

  readTask(task: BoardTask): void {
    this.#told.tell(task, this.now());
    this.#changed();
  }

  /** What waits for a person was read. */
  readAttention(teamId: string, { tasks }: Attention, begunAt: number): void {
    this.#told.readAttention({ teamId, groups: tasks, at: this.now(), begunAt });
    this.#changed();
  }

  /** Tasks were read as a list that is no column. */
  readList(list: object, begunAt: number): void {
    this.#lists.set(list, begunAt);
    this.#changed();
  }

  /** Events were received, in the order of the log. */
  receive(changes: LoggedChange[]): void {
    for (const { teamId, after, commentCount, next } of changes) {
      this.#told.tell(after, this.now(), { teamId, commentCount, next });
      this.#found.receive(teamId, after);
      const wanted = this.#wanted.get(after.id);
      if (!wanted) continue;
      if (after.version > (wanted.counted?.version ?? 0))
        Object.assign(wanted, { counted: cardOf(after), countedAt: this.now() });
      this.#wanted.settle(after.id, wanted);
    }
    this.#counts.receive(changes.map(withoutTexts));
    this.#changed();
  }

  /** Deletions were received. Of other filters than the project only the service can count them. */
  receiveDeletions(deletions: LoggedDeletion[]): void {
    for (const { teamId, xid, taskId, before } of deletions) {
      const counted = before && ({ ...this.#told.get(taskId)?.task, ...before, id: taskId } as BoardTask);
      this.bury(taskId);
      this.#counts.receive([{ teamId, xid, before: counted, after: null }]);
    }
    this.#changed();
  }

  /** The task was deleted for good: no later response brings it back. */
  bury(taskId: string): void {
    this.#told.bury(taskId);
    this.#wanted.bury(taskId);
    this.#changed();
  }

  isDeleted = (taskId: string): boolean => this.#told.isDeleted(taskId);

  extendLeases = (leases: LeaseExtension[]): void => {
    for (const lease of leases) this.#told.extend(lease);
    this.#changed();
  };

  /** Begins a change of a task that the page shows. Send it at its turn. */
  begin(teamId: string, task: BoardTask, expect: Expectation): PendingChange {
    const { id } = task;
    // What is not told is shown as it was read.
    if (!this.#told.has(id)) this.#told.tell(task, this.now(), { teamId });
    const wanted = this.#wanted.ensure(teamId, id, this.#told.get(id));
    // A function of its own: two changes may share `expect`, and `end` removes that of this change alone.
    const expectation: Expectation = (state) => expect(state);
    wanted.expectations = [...wanted.expectations, expectation];
    wanted.shown = undefined;
    const before = wanted.last;
    const begunAt = this.now();
    let resolve = () => {};
    wanted.last = new Promise((settle) => {
      resolve = settle;
    });
    this.#changed();
    return {
      turn: () => before.then(() => this.#told.get(id)?.task ?? task),
      noteAnswer: (answer) => this.answer(teamId, answer),
      isDoubtful: () => this.hasLostEventsSince(begunAt),
      end: () => {
        wanted.expectations = wanted.expectations.filter((other) => other !== expectation);
        wanted.shown = undefined;
        this.#wanted.settle(id, wanted);
        resolve();
        this.#changed();
      },
    };
  }

  /** A call of this page was answered with a task that it created or changed. */
  answer(teamId: string, task: BoardTask): void {
    const wanted = this.#wanted.ensure(teamId, task.id, this.#told.get(task.id));
    const at = this.now();
    wanted.answers = [...wanted.answers, { task: cardOf(task), at }];
    // Its event may be one of those that were lost.
    if (wanted.countedAt < this.#forgotAt) this.#recountBefore = at;
    this.#told.tell(task, this.now(), { teamId });
    this.#wanted.settle(task.id, wanted);
    this.#changed();
  }

  /**
   * Whether a later change than that of a call, which began at this time, may be among the lost events: then what was read
   * after they were lost lacks the task, and is read once more.
   */
  hasLostEventsSince(begunAt: number): boolean {
    return begunAt <= this.#forgotAt;
  }

  /** Events were lost: everything is read again. */
  forgetEvents(): void {
    this.#counts.forgetEvents();
    this.#forgotAt = this.now();
    this.#changed();
  }

  /** Forgets the tasks that are in none of these columns and lists, except those told last. */
  evict(columns: ColumnPages[], lists: TaskDependencies[] = []): void {
    if (!this.#told.isEvictionDue()) return;
    const shown = new Set(columns.flatMap((data) => this.column(data)));
    const listed = new Set(lists.flatMap(idsIn));
    this.#told.evict((known) => {
      const { id } = known.task;
      return shown.has(this.#shownOf(known) ?? known.task) || listed.has(id) || this.#wanted.has(id);
    });
    this.#found.keep(columns.flatMap((data) => this.#columns.get(data)?.input ?? []));
  }

  #shownOf(known: Told | undefined): BoardTask | undefined {
    const wanted = known && this.#wanted.get(known.task.id);
    if (!wanted) return known?.task;
    if (wanted.shown?.from !== known.task)
      wanted.shown = { from: known.task, task: wanted.expectations.reduce(apply, known.task) };
    return wanted.shown.task;
  }

  #isIn(task: BoardTask, input: ColumnInput): boolean {
    return task.status === input.status && this.#found.matches(task, input);
  }

  #changed(): void {
    this.revision += 1;
    const revision = this.revision;
    // Later and once: data is also hydrated during a render.
    queueMicrotask(() => {
      if (revision === this.revision) for (const listener of this.#listeners) listener();
    });
  }
}

const none: BoardTask[] = [];
