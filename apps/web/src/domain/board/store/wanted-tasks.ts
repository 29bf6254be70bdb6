import type { Told, Wanted } from './known-task.ts';

/** The changes by this page until their events arrive, by task. */
export class WantedTasks {
  #wanted = new Map<string, Wanted>();

  get(id: string): Wanted | undefined {
    return this.#wanted.get(id);
  }

  all(): IterableIterator<Wanted> {
    return this.#wanted.values();
  }

  /** The entry of a task. A new entry assumes that the counts include the task as it was told. */
  ensure(teamId: string, id: string, told: Told | undefined): Wanted {
    const { task: counted = null, at: countedAt = 0 } = told ?? {};
    const wanted = this.#wanted.get(id) ?? {
      ...{ teamId, counted, countedAt, expectations: [], responses: [] },
      // There is no earlier change to wait for.
      last: Promise.resolve(),
    };
    this.#wanted.set(id, wanted);
    return wanted;
  }

  /** Forgets the responses whose events have arrived, and the entry once nothing is left in it. */
  settle(id: string, wanted: Wanted): void {
    // The store updates `counted` with each event of the task, so the events up to its version have arrived.
    const { counted } = wanted;
    wanted.responses = wanted.responses.filter(({ task }) => task.version > (counted?.version ?? 0));
    if (wanted.expectations.length + wanted.responses.length === 0) this.#wanted.delete(id);
  }

  /** The task was deleted for good. */
  markDeleted(id: string): void {
    const wanted = this.#wanted.get(id);
    if (!wanted) return;
    Object.assign(wanted, { counted: null, responses: [] });
    this.settle(id, wanted);
  }
}
