import type {
  BoardCounts,
  BoardFilter,
  BoardTask,
  TaskDependencies,
  TaskState,
  TaskStatus,
} from '@crewboard/contracts';
import { type Dependencies, listDependencies } from '../../dependencies/dependencies.ts';
import { boardStatuses } from '../../statuses.ts';
import type { ColumnInput, ColumnPages } from '../column-view.ts';
import { expectDependency, expectMove } from '../expected-task.ts';
import type { PendingChange } from '../known-task.ts';
import { TaskStore } from '../task-store.ts';
import { cardOf, type Decide, SimulatedService } from './simulated-service.ts';
import {
  caller,
  editDependency,
  filters,
  moveTo,
  pick,
  type Read,
  type Request,
  relinkedBy,
  type Step,
  settled,
  takeElsewhere,
  titles,
} from './simulated-steps.ts';

/**
 * A page that reads, changes and follows the tasks of a simulated service. Requests are served and responses arrive
 * only in steps of the test, so that they can be late, reordered or lost.
 */
export class SimulatedPage {
  readonly service = new SimulatedService();
  readonly store = new TaskStore();
  readonly columns: Read<ColumnInput, ColumnPages>[] = filters.flatMap((filter) =>
    [...boardStatuses.map((status) => ({ status })), { status: 'todo', order: 'queue' } as const].map(
      (column) => ({ input: { ...filter, ...column } }),
    ),
  );
  readonly counts: Read<BoardFilter, BoardCounts>[] = filters.map((input) => ({ input }));
  /** The dependencies of tasks, by task. */
  readonly dependencies = new Map<string, Read<string, TaskDependencies>>();
  /** The pending moves of each task, in order. */
  readonly pendingMoves = new Map<string, { status: TaskStatus }[]>();
  #requests: Request[] = [];
  #receivedEvents = 0;
  #receivedLeases = 0;
  #hasLost = false;

  async take({ kind, at, how }: Step): Promise<void> {
    const { service } = this;
    service.passTime(how % 2);
    takeElsewhere(service, { kind, at, how });
    const taskIds = [...service.tasks.keys()];
    const id = pick(taskIds, at);
    const otherId = pick(taskIds, how);
    const column = pick(this.columns, at);
    if (kind === 'read' && column) this.#readColumn(column);
    if (kind === 'readMore' && column) this.#readMore(column);
    if (kind === 'count') this.#readCounts(pick(this.counts, at) as Read<BoardFilter, BoardCounts>);
    const unserved = this.#requests.filter(({ serve }) => serve);
    const served = this.#requests.filter(({ serve }) => !serve);
    if (kind === 'serve') pick(unserved, at)?.serve?.();
    if (kind === 'arrive') pick(served, at)?.arrive();
    if (kind === 'fail') pick(this.#requests, at)?.fail?.();
    if (kind === 'moveOwn' && id && this.store.shown(id))
      this.#move(id, pick(boardStatuses, how) as TaskStatus);
    if (kind === 'editOwnDependency' && id && otherId) this.#editDependency(id, otherId, how % 4 > 0);
    if (kind === 'readDependencies' && id) this.#readDependencies(id);
    if (kind === 'createOwn') this.#create(pick(titles, how) as string);
    if (kind === 'receive') this.#receive(at % 4, how % 3 === 0 ? 1 : 0);
    if (kind === 'lose') this.#lose(at % 3);
    if (kind === 'reload' && this.#hasLost) this.#reload();
    await settled();
  }

  /** Serves all requests and delivers all events, until nothing is on its way. */
  async catchUp(): Promise<void> {
    this.service.commitAll();
    if (this.#hasLost) {
      this.#lose(Number.POSITIVE_INFINITY);
      await this.serveAll();
      this.#reload();
    }
    await this.serveAll();
    this.#receive(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    await this.serveAll();
    // Only reads know what a search finds. Other reads are repeated only if the store asks for it.
    for (const column of this.columns) if (column.input.search && column.data) this.#readColumn(column);
    for (const read of this.counts)
      if (read.data && (read.input.search || this.store.isOutdated(read.data))) this.#readCounts(read);
    await this.serveAll();
  }

  /** The dependencies of a task that its panel shows. The panel has the newest version of the task itself. */
  dependenciesOf(taskId: string): Dependencies {
    const task = this.service.tasks.get(taskId) as BoardTask;
    return listDependencies(task, this.dependencies.get(taskId)?.data, this.store);
  }

  /** Serves all requests, also those that follow from them. */
  async serveAll(): Promise<void> {
    await settled();
    while (this.#requests.length > 0) {
      for (const request of [...this.#requests]) {
        request.serve?.();
        request.arrive();
      }
      await settled();
    }
  }

  #send(request: Request): void {
    this.#requests.push(request);
  }

  #end(request: Request | undefined): void {
    this.#requests = this.#requests.filter((other) => other !== request);
  }

  /** Reads a column again, down to its last page, one page after another. */
  #readColumn(column: Read<ColumnInput, ColumnPages>): void {
    const begunAt = this.store.now();
    const count = column.data?.pages.length ?? 1;
    const data: ColumnPages = { pages: [], pageParams: [] };
    this.#readPages(column, data, count, begunAt);
  }

  #readMore(column: Read<ColumnInput, ColumnPages>): void {
    const { data, running } = column;
    if (running || !data?.pages.at(-1)?.nextCursor) return;
    const more = { pages: [...data.pages], pageParams: [...data.pageParams] };
    this.#readPages(column, more, data.pages.length + 1, this.store.now());
  }

  #readPages(
    column: Read<ColumnInput, ColumnPages>,
    data: ColumnPages,
    count: number,
    begunAt: number,
  ): void {
    this.#end(column.running);
    const cursor = data.pages.at(-1)?.nextCursor ?? null;
    const request: Request = {
      serve: () => {
        data.pages.push(this.service.readPage(column.input, cursor));
        data.pageParams.push(cursor);
        request.serve = undefined;
      },
      arrive: () => {
        this.#end(request);
        column.running = undefined;
        if (data.pages.length < count && data.pages.at(-1)?.nextCursor) {
          this.#readPages(column, data, count, begunAt);
          return;
        }
        column.data = data;
        this.store.receiveColumn(column.input, data, begunAt);
      },
    };
    column.running = request;
    this.#send(request);
  }

  /** Reads the blockers and the dependants of a task. */
  #readDependencies(taskId: string): void {
    const read = this.dependencies.get(taskId) ?? { input: taskId };
    this.dependencies.set(taskId, read);
    const serve = () => this.service.readDependencies(taskId);
    this.#read(read, serve, (response, begunAt) => this.store.receiveList(response, begunAt));
  }

  #readCounts(read: Read<BoardFilter, BoardCounts>): void {
    const serve = () => this.service.readCounts(read.input);
    this.#read(read, serve, (response, begunAt) => this.store.receiveCounts(read.input, response, begunAt));
  }

  #read<Data>(
    read: Read<unknown, Data>,
    serve: () => Data,
    tell: (response: Data, begunAt: number) => void,
  ): void {
    this.#end(read.running);
    const begunAt = this.store.now();
    let response: Data | undefined;
    const request: Request = {
      serve: () => {
        response = serve();
        request.serve = undefined;
      },
      arrive: () => {
        this.#end(request);
        read.running = undefined;
        read.data = response;
        if (response) tell(response, begunAt);
      },
    };
    read.running = request;
    this.#send(request);
  }

  #move(id: string, status: TaskStatus): void {
    const shown = this.store.shown(id);
    if (!shown) return;
    const change = this.store.begin('t', shown, expectMove(status, caller.id));
    const moves = this.pendingMoves.get(id) ?? [];
    const move = { status };
    this.pendingMoves.set(id, moves);
    moves.push(move);
    void change
      .turn()
      .then(() => this.#sendChange(id, change, moveTo(status), () => moves.splice(moves.indexOf(move), 1)));
  }

  #editDependency(id: string, blockerId: string, isAdded: boolean): void {
    const shown = this.store.shown(id);
    if (!shown || id === blockerId) return;
    const known = [...shown.blockedBy, blockerId].flatMap((taskId) => this.store.shown(taskId) ?? []);
    const change = this.store.begin('t', shown, expectDependency({ blockerId, isAdded }, known));
    void change.turn().then(() => this.#sendChange(id, change, editDependency(blockerId, isAdded), () => {}));
  }

  #sendChange(id: string, change: PendingChange, decide: Decide, onEnd: () => void): void {
    let response: TaskState | null = null;
    const end = (result?: BoardTask) => {
      this.#end(request);
      onEnd();
      if (result) change.noteResponse(result);
      change.end();
      // The page also reads again after a failure, because the service may have made the change.
      if (!result || change.hasLostEvents()) this.#readColumns();
    };
    const request: Request = {
      serve: () => {
        // The service waits for a transaction that has locked the task.
        this.service.commitAll();
        response = this.service.change(id, decide);
        request.serve = undefined;
      },
      arrive: () => end(response ? cardOf(response) : undefined),
      // A lost connection: the service may have changed the task before.
      fail: () => end(),
    };
    this.#send(request);
  }

  #create(title: string): void {
    let response: TaskState;
    const begunAt = this.store.now();
    const request: Request = {
      serve: () => {
        response = this.service.create(title);
        request.serve = undefined;
      },
      arrive: () => {
        this.#end(request);
        this.store.receiveResponse('t', cardOf(response));
        if (this.store.hasLostEventsSince(begunAt)) this.#readColumns();
      },
    };
    this.#send(request);
  }

  #receive(count: number, leaseCount: number): void {
    const end = Math.min(this.#receivedEvents + count, this.service.readableCount());
    const events = this.service.log.slice(this.#receivedEvents, end);
    this.#receivedEvents = end;
    if (events.length > 0) this.store.receiveChanges(events);
    // `queriesTouchedBy` does the same in the page.
    for (const taskId of events.flatMap(relinkedBy))
      if (this.dependencies.has(taskId)) this.#readDependencies(taskId);
    const leases = this.service.leases.slice(this.#receivedLeases, this.#receivedLeases + leaseCount);
    this.#receivedLeases += leases.length;
    if (leases.length > 0) this.store.extendLeases(leases);
  }

  #lose(count: number): void {
    const end = Math.min(this.#receivedEvents + count, this.service.readableCount());
    if (end === this.#receivedEvents) return;
    this.#receivedEvents = end;
    this.#receivedLeases = this.service.leases.length;
    this.#hasLost = true;
  }

  #readColumns(): void {
    for (const column of this.columns) if (column.data || column.running) this.#readColumn(column);
  }

  /** Reads everything again after lost events. */
  #reload(): void {
    this.#hasLost = false;
    this.store.forgetEvents();
    this.#readColumns();
    for (const read of this.counts) if (read.data || read.running) this.#readCounts(read);
    for (const taskId of this.dependencies.keys()) this.#readDependencies(taskId);
  }
}
