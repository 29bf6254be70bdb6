import {
  type BoardCounts,
  type BoardFilter,
  type BoardTask,
  isVisibleIn,
  type TaskStatus,
} from '@crewboard/contracts';
import { applyAll, cardOf, type LoggedChange, type Wanted } from './known-task.ts';

type CountedChange = Pick<LoggedChange, 'teamId' | 'xid' | 'before'> & { after: BoardTask | null };

type Moves = Record<TaskStatus, number>;

interface CountsView {
  input: BoardFilter;
  /** When the counts were requested, in the time of the store. */
  begunAt: number;
  /** What the events that the response does not include add to each count. */
  moves: Moves;
  /** How many events `moves` includes, counted from the first event that was received. */
  upTo: number;
  isOutdated: boolean;
  revision: number;
  counts: BoardCounts;
}

/** More events than arrive during a request, so that the log still has those that a late response lacks. */
const maxEvents = 1_000;

/** The counts of the columns: as they were read, updated by later events and by the pending changes of this page. */
export class LiveCounts {
  #log: CountedChange[] = [];
  /** How many events were removed from the log, and the transaction of the last one. */
  #droppedCount = 0;
  #droppedXid = -1n;
  #views = new WeakMap<object, CountsView>();
  #matches: (task: BoardTask, input: BoardFilter) => boolean;

  constructor(matches: (task: BoardTask, input: BoardFilter) => boolean) {
    this.#matches = matches;
  }

  receiveCounts(input: BoardFilter, response: BoardCounts, begunAt: number): void {
    const moves = { todo: 0, in_progress: 0, done: 0, cancelled: 0 };
    // A snapshot begins with its oldest open transaction, from which on the response may lack events.
    const isOutdated = BigInt(response.snapshot.split(':')[0] ?? 0) <= this.#droppedXid;
    const upTo = this.#droppedCount;
    const view = { input, begunAt, moves, upTo, isOutdated, revision: -1, counts: response };
    this.#views.set(response, view);
  }

  receiveChanges(changes: CountedChange[]): void {
    // Without the long texts, because the log keeps many events.
    const cards = changes.map(({ teamId, xid, before, after }) => ({
      ...{ teamId, xid, before: before && cardOf(before), after: after && cardOf(after) },
    }));
    const log = [...this.#log, ...cards];
    const surplus = Math.max(0, log.length - maxEvents);
    this.#droppedXid = log[surplus - 1]?.xid ?? this.#droppedXid;
    this.#droppedCount += surplus;
    this.#log = log.slice(surplus);
  }

  forgetEvents(): void {
    this.#droppedCount += this.#log.length;
    this.#log = [];
  }

  /** Returns the former object while the counts stay the same, so that components skip rendering. */
  show(
    response: BoardCounts | undefined,
    revision: number,
    wanted: Iterable<Wanted>,
  ): BoardCounts | undefined {
    const view = response && this.#views.get(response);
    if (!view || view.revision === revision) return view?.counts;
    this.#follow(response, view);
    const moves = { ...view.moves };
    for (const { teamId, responses, counted, expectations } of wanted) {
      if (teamId !== view.input.teamId) continue;
      const known = responses.at(-1)?.task ?? counted;
      // Counts that were requested after a response include its change, before its event arrives.
      const included = responses.findLast(({ at }) => at < view.begunAt)?.task ?? counted;
      this.#move(moves, view.input, included, known && applyAll(known, expectations));
    }
    const next = { ...response };
    for (const status of Object.keys(moves) as TaskStatus[]) {
      const { count, isExact } = response[status];
      if (isExact) next[status] = { count: Math.max(0, count + moves[status]), isExact };
    }
    view.revision = revision;
    if (JSON.stringify(next) !== JSON.stringify(view.counts)) view.counts = next;
    return view.counts;
  }

  /** Whether events cannot update the response, or it was requested before this time. */
  isOutdated(response: BoardCounts, before: number): boolean {
    const view = this.#views.get(response);
    return view !== undefined && (view.isOutdated || view.begunAt < before);
  }

  /** Adds the events that the response lacks. Marks it as outdated if one is lost or changes an inexact count. */
  #follow({ snapshot, ...counts }: BoardCounts, view: CountsView): void {
    if (view.upTo < this.#droppedCount) view.isOutdated = true;
    for (const { teamId, xid, before, after } of this.#log.slice(
      Math.max(0, view.upTo - this.#droppedCount),
    )) {
      if (teamId !== view.input.teamId || isVisibleIn(snapshot, xid)) continue;
      const moved = this.#move(view.moves, view.input, before, after);
      if (moved.some((status) => !counts[status].isExact)) view.isOutdated = true;
    }
    view.upTo = this.#droppedCount + this.#log.length;
  }

  /** Moves a task between the counts. Returns the statuses whose counts changed. */
  #move(moves: Moves, input: BoardFilter, before: BoardTask | null, after: BoardTask | null): TaskStatus[] {
    const from = before && this.#matches(before, input) && before.status;
    const to = after && this.#matches(after, input) && after.status;
    if (from === to) return [];
    if (from) moves[from] -= 1;
    if (to) moves[to] += 1;
    return [from, to].filter((status) => status !== null && status !== false);
  }
}
