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
import { type ColumnInput, type ColumnPages, type ColumnView, isWithin, updateView } from './column-view.ts';
import {
  applyAll,
  cardOf,
  type Expectation,
  type LoggedChange,
  type LoggedDeletion,
  type PendingChange,
  type Told,
} from './known-task.ts';
import { LiveCounts } from './live-counts.ts';
import { ToldTasks } from './told-tasks.ts';
import { WantedTasks } from './wanted-tasks.ts';

/**
 * The tasks that this page knows, each once: `#told` has them as the service told them, in any order of arrival, and
 * `#wanted` the changes of this page until their events arrive. Columns and counts are computed when they are shown.
 * Pure: no I/O, no clock. See docs/decisions/0017-the-live-board.md.
 */
export class TaskStore {
  #told = new ToldTasks();
  #wanted = new WantedTasks();
  #found = new FoundBySearch();
  #counts = new LiveCounts((task, input) => this.#found.matches(task, input));
  /** When events were lost last. */
  #lostEventsAt = 0;
  /** Counts that were requested before this time may lack a change whose event was lost. */
  #recountBefore = 0;
  #columns = new WeakMap<object, ColumnView>();
  #readPages = new WeakSet<BoardColumn>();
  /** When the read of each list that is not a column began. */
  #listsBegunAt = new WeakMap<object, number>();
  #time = 0;
  /** Increases with each change of the store. */
  revision = 0;
  #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A logical time, later than all before. A read notes it when it begins. */
  now(): number {
    this.#time += 1;
    return this.#time;
  }

  /** The task to show: as the service told it last, after the pending changes of this page. */
  shown(taskId: string): BoardTask | undefined {
    return this.#shownOf(this.#told.get(taskId));
  }

  /** The tasks that a list may lack: told after its request, or with pending changes. Without a list: all tasks. */
  toldSince(list?: object): BoardTask[] {
    const since = list ? (this.#listsBegunAt.get(list) ?? 0) : 0;
    return [...this.#told.all()]
      .filter(({ task, at }) => at >= since || this.isPending(task.id))
      .flatMap((known) => this.#shownOf(known) ?? []);
  }

  commentCount = (taskId: string): number => this.#told.get(taskId)?.commentCount ?? 0;

  /** Who acts next on a task; null: nobody; undefined if that is unknown, and while a change is pending. */
  nextOf(taskId: string): TaskNext | null | undefined {
    return this.isPending(taskId) ? undefined : this.#told.get(taskId)?.next;
  }

  isPending(taskId: string): boolean {
    return Boolean(this.#wanted.get(taskId)?.expectations.length);
  }

  hasLeases = (): boolean => [...this.#told.all()].some(({ task }) => task.leaseExpiresAt !== null);

  /** The tasks of a column in its order, down to the last page that was read. Empty until it is read. */
  column(data: ColumnPages | undefined): BoardTask[] {
    const view = data && this.#columns.get(data);
    if (!view) return noTasks;
    if (view.revision === this.revision) return view.tasks;
    const end = data.pages.at(-1)?.nextCursor ?? null;
    const tasks: BoardTask[] = [];
    for (const known of this.#told.all()) {
      const task = this.#shownOf(known) as BoardTask;
      const isOfTeam = known.teamId === view.input.teamId;
      if (isOfTeam && isWithin(task, view.input, null, end) && this.#isIn(task, view.input)) tasks.push(task);
    }
    return updateView(view, tasks, this.revision);
  }

  /** The counts of a response, updated by later events and by pending changes. */
  counts(response: BoardCounts | undefined): BoardCounts | undefined {
    return this.#counts.show(response, this.revision, this.#wanted.all());
  }

  /** Whether counts must be read again: no event can update an inexact count, and lost events update none. */
  isOutdated(response: BoardCounts): boolean {
    this.counts(response); // Adds the events since the last call.
    return this.#counts.isOutdated(response, this.#recountBefore);
  }

  /** A column was read. Ignores its pages that the store has already. */
  receiveColumn(input: ColumnInput, data: ColumnPages, begunAt: number): void {
    data.pages.forEach((page, index) => {
      if (this.#readPages.has(page)) return;
      this.#readPages.add(page);
      this.receivePage(input, (data.pageParams[index] ?? null) as BoardCursor | null, page, begunAt);
    });
    this.#columns.set(data, { input, revision: -1, tasks: [] });
    this.#changed();
  }

  /** A page of a column was read. It has all tasks of the column between its cursor and the next one. */
  receivePage(input: ColumnInput, cursor: BoardCursor | null, page: BoardColumn, begunAt: number): void {
    const { teamId, search } = input;
    this.#found.follow(input);
    const listed = new Set(page.tasks.map(({ id }) => id));
    for (const task of page.tasks) {
      const next = page.next[task.id] ?? null;
      this.#told.tell(task, this.now(), { teamId, commentCount: page.commentCounts[task.id], next });
      this.#found.note(task, input, true);
    }
    for (const { task, ...known } of this.#told.all()) {
      if (known.teamId !== teamId || listed.has(task.id)) continue;
      const isNewer = known.at >= begunAt || this.isPending(task.id);
      if (isNewer || !this.#isIn(task, input) || !isWithin(task, input, cursor, page.nextCursor)) continue;
      // The page lacks the task: its description no longer matches the search, or it has changed since it was told.
      if (search) this.#found.note(task, input, false);
      else this.#told.delete(task.id);
    }
    this.#changed();
  }

  receiveCounts(input: BoardFilter, response: BoardCounts, begunAt: number): void {
    this.#counts.receiveCounts(input, response, begunAt);
    this.#changed();
  }

  receiveTask(task: BoardTask): void {
    this.#told.tell(task, this.now());
    this.#changed();
  }

  /** The tasks that wait for a person were read. */
  receiveAttention(teamId: string, { tasks }: Attention, begunAt: number): void {
    this.#told.receiveAttention({ teamId, groups: tasks, at: this.now(), begunAt });
    this.#changed();
  }

  /** A list that is not a column was read, such as the dependencies of a task. */
  receiveList(list: object, begunAt: number): void {
    this.#listsBegunAt.set(list, begunAt);
    this.#changed();
  }

  /** Events were received, in the order of the log. */
  receiveChanges(changes: LoggedChange[]): void {
    for (const { teamId, after, commentCount, next } of changes) {
      this.#told.tell(after, this.now(), { teamId, commentCount, next });
      this.#found.receiveChange(teamId, after);
      const wanted = this.#wanted.get(after.id);
      if (!wanted) continue;
      // The counts below include the event.
      if (after.version > (wanted.counted?.version ?? 0))
        Object.assign(wanted, { counted: cardOf(after), countedAt: this.now() });
      this.#wanted.settle(after.id, wanted);
    }
    this.#counts.receiveChanges(changes);
    this.#changed();
  }

  /** Deletions were received. An event has only the project and the status: filters need the task as it was told. */
  receiveDeletions(deletions: LoggedDeletion[]): void {
    for (const { teamId, xid, taskId, before } of deletions) {
      const counted = before && ({ ...this.#told.get(taskId)?.task, ...before, id: taskId } as BoardTask);
      this.markDeleted(taskId);
      this.#counts.receiveChanges([{ teamId, xid, before: counted, after: null }]);
    }
    this.#changed();
  }

  /** The task was deleted for good: no later response brings it back. */
  markDeleted(taskId: string): void {
    this.#told.markDeleted(taskId);
    this.#wanted.markDeleted(taskId);
    this.#changed();
  }

  isDeleted = (taskId: string): boolean => this.#told.isDeleted(taskId);

  extendLeases = (leases: LeaseExtension[]): void => {
    for (const lease of leases) this.#told.extendLease(lease);
    this.#changed();
  };

  /** Begins a change of a task that the page shows. The caller sends it once `turn()` resolves. */
  begin(teamId: string, task: BoardTask, expect: Expectation): PendingChange {
    const { id } = task;
    // The store may have evicted the task, or never had it: the archive has tasks that it does not know.
    if (!this.#told.get(id)) this.#told.tell(task, this.now(), { teamId });
    const wanted = this.#wanted.ensure(teamId, id, this.#told.get(id));
    // A new function: two changes may share `expect`, and `end` removes that of this change alone.
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
      noteResponse: (response) => this.receiveResponse(teamId, response),
      hasLostEvents: () => this.hasLostEventsSince(begunAt),
      end: () => {
        wanted.expectations = wanted.expectations.filter((other) => other !== expectation);
        wanted.shown = undefined;
        this.#wanted.settle(id, wanted);
        resolve();
        this.#changed();
      },
    };
  }

  /** A call of this page returned a task that it created or changed. */
  receiveResponse(teamId: string, task: BoardTask): void {
    const wanted = this.#wanted.ensure(teamId, task.id, this.#told.get(task.id));
    const at = this.now();
    wanted.responses = [...wanted.responses, { task: cardOf(task), at }];
    // Its event may be among the lost ones.
    if (wanted.countedAt < this.#lostEventsAt) this.#recountBefore = at;
    this.#told.tell(task, this.now(), { teamId });
    this.#wanted.settle(task.id, wanted);
    this.#changed();
  }

  /** Whether events were lost since a call began. A lost change may be newer than its response: read columns again. */
  hasLostEventsSince(begunAt: number): boolean {
    return begunAt <= this.#lostEventsAt;
  }

  /** Events were lost. The caller reads everything again. */
  forgetEvents(): void {
    this.#counts.forgetEvents();
    this.#lostEventsAt = this.now();
    this.#changed();
  }

  /** Bounds the memory: forgets the tasks that no column or list shows, except the 1,000 told last. */
  evict(columns: ColumnPages[], lists: TaskDependencies[] = []): void {
    if (!this.#told.isEvictionDue()) return;
    const shown = new Set(columns.flatMap((data) => this.column(data)));
    const listed = new Set(
      lists.flatMap(({ blockers, dependants }) => [...blockers, ...dependants]).map(({ id }) => id),
    );
    this.#told.evict((known) => {
      const { id } = known.task;
      const isShown = shown.has(this.#shownOf(known) ?? known.task) || listed.has(id);
      return isShown || this.#wanted.get(id) !== undefined;
    });
    this.#found.keep(columns.flatMap((data) => this.#columns.get(data)?.input ?? []));
  }

  #shownOf(known: Told | undefined): BoardTask | undefined {
    const wanted = known && this.#wanted.get(known.task.id);
    if (!wanted) return known?.task;
    if (wanted.shown?.from !== known.task)
      wanted.shown = { from: known.task, task: applyAll(known.task, wanted.expectations) };
    return wanted.shown.task;
  }

  #isIn(task: BoardTask, input: ColumnInput): boolean {
    return task.status === input.status && this.#found.matches(task, input);
  }

  #changed(): void {
    this.revision += 1;
    const revision = this.revision;
    // Call listeners once, after all changes of this step: hydration changes the store during a render.
    queueMicrotask(() => {
      if (revision === this.revision) for (const listener of this.#listeners) listener();
    });
  }
}

/** The same array each time, so that components skip rendering. */
const noTasks: BoardTask[] = [];
