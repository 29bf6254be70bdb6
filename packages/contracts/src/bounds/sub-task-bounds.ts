/** How deep tasks may be nested. A task without a parent is on the first level. */
export const maxLevels = 5;

/** How many sub-tasks are counted at most. */
export const maxCountedChildren = 1_000;

/** How many sub-tasks the dashboard lists: as many as one plan may have tasks. */
export const maxListedChildren = 500;

/** How many sub-tasks are read at most to check the depth when a task with sub-tasks gets a parent. */
export const maxSubTaskSearch = 10_000;
