/** How deep tasks are nested: a task without a parent is on the first level. */
export const maxLevels = 5;

/** The maximum of sub-tasks that are counted. */
export const maxCountedChildren = 1_000;

/** The maximum of sub-tasks that the dashboard lists: as many as a plan may have tasks. */
export const maxListedChildren = 500;

/** The maximum of sub-tasks that are looked through before a task with sub-tasks gets a parent. */
export const maxSubTaskSearch = 10_000;
