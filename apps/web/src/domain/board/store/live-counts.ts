import {
  type BoardCounts,
  type BoardFilter,
  type BoardTask,
  isVisibleIn,
  type TaskStatus,
} from '@crewboard/contracts';
import { apply, type LoggedChange, type Wanted } from './known-task.ts';

type CountedChange = Pick<LoggedChange, 'teamId' | 'xid' | 'before'> & { after: BoardTask | null };

type Moves = Record<TaskStatus, number>;

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

/** More events than arrive during a request. */
const maxEvents = 1_000;

/** Counts that were read, with what events have changed since, and what pending changes expect. */
export class LiveCounts {
  #log: CountedChange[] = [];
  /** How many events the log has lost, and the transaction of the last of them. */
  #dropped = 0;
  #droppedXid = -1n;
  #views = new WeakMap<object, CountsView>();
  #matches: (task: BoardTask, input: BoardFilter) => boolean;

  constructor(matches: (task: BoardTask, input: BoardFilter) => boolean) {
    this.#matches = matches;
  }

  read(input: BoardFilter, response: BoardCounts, begunAt: number): void {
    const moves = { todo: 0, in_progress: 0, done: 0, cancelled: 0 };
    const isOutdated = BigInt(response.snapshot.split(':')[0] ?? 0) <= this.#droppedXid;
    const view = { input, begunAt, moves, upTo: this.#dropped, isOutdated, revision: -1, counts: response };
    this.#views.set(response, view);
  }

  receive(changes: CountedChange[]): void {
    const log = [...this.#log, ...changes];
    const surplus = Math.max(0, log.length - maxEvents);
    this.#droppedXid = log[surplus - 1]?.xid ?? this.#droppedXid;
    this.#dropped += surplus;
    this.#log = log.slice(surplus);
  }

  forgetEvents(): void {
    this.#dropped += this.#log.length;
    this.#log = [];
  }

  /** The same object while its revision, or what it counts, stays the same. */
  show(
    response: BoardCounts | undefined,
    revision: number,
    wanted: Iterable<Wanted>,
  ): BoardCounts | undefined {
    const view = response && this.#views.get(response);
    if (!view || view.revision === revision) return view?.counts;
    this.#follow(response, view);
    const moves = { ...view.moves };
    for (const { teamId, answers, counted, expectations } of wanted) {
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
    view.revision = revision;
    if (JSON.stringify(next) !== JSON.stringify(view.counts)) view.counts = next;
    return view.counts;
  }

  /** Whether events changed a count that is not exact, or are no longer in the log, or it was requested before. */
  isOutdated(response: BoardCounts, before: number): boolean {
    const view = this.#views.get(response);
    return view !== undefined && (view.isOutdated || view.begunAt < before);
  }

  /** Adds the events to counts that they do not include. */
  #follow({ snapshot, ...counts }: BoardCounts, view: CountsView): void {
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
}
