import type { Told, Wanted } from './known-task.ts';

/** What this page asked for, by task. */
export class WantedTasks {
  #wanted = new Map<string, Wanted>();

  get(id: string): Wanted | undefined {
    return this.#wanted.get(id);
  }

  has(id: string): boolean {
    return this.#wanted.has(id);
  }

  all(): IterableIterator<Wanted> {
    return this.#wanted.values();
  }

  /** What is wanted of a task. If nothing was, the counts have the task as it was told, until they are told otherwise. */
  ensure(teamId: string, id: string, told: Told | undefined): Wanted {
    const { task: counted = null, at: countedAt = 0 } = told ?? {};
    const wanted = this.#wanted.get(id) ?? {
      ...{ teamId, counted, countedAt, expectations: [], answers: [] },
      last: Promise.resolve(),
    };
    this.#wanted.set(id, wanted);
    return wanted;
  }

  /** Forgets the answers whose events were received, and what is no longer wanted. */
  settle(id: string, wanted: Wanted): void {
    const { counted } = wanted;
    wanted.answers = wanted.answers.filter(({ task }) => task.version > (counted?.version ?? 0));
    if (wanted.expectations.length + wanted.answers.length === 0) this.#wanted.delete(id);
  }

  /** The task was deleted for good. */
  bury(id: string): void {
    const wanted = this.#wanted.get(id);
    if (!wanted) return;
    Object.assign(wanted, { counted: null, answers: [] });
    this.settle(id, wanted);
  }
}
