/** How many tasks a task may wait for. */
export const maxBlockers = 50;

/** How many tasks may wait for a task. The transaction that completes it changes all of them. */
export const maxDependants = 500;

/** How many tasks the search for a cycle reads at most. A change that needs more is rejected. */
export const maxCycleSearch = 10_000;
