/** The maximum of tasks that a task waits for. */
export const maxBlockers = 50;

/** The maximum of tasks that wait for a task: those change in the transaction that completes it. */
export const maxDependants = 500;

/** The maximum of tasks that are looked through for a cycle. */
export const maxCycleSearch = 10_000;
