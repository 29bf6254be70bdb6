/** Of a search on the board. No index serves shorter ones. */
export const searchBounds = { min: 2, max: 200 };

/** Two letters or digits match the beginning of words; every other search matches its text anywhere. */
export const isWordStartSearch = (search: string): boolean => /^[a-z0-9]{2}$/i.test(search);

/**
 * The time by which a column sorts a task, the newest first and then by id: its creation in to do, else the change of its
 * status. To do can also be in the order of the queue.
 */
export const boardTime = (task: { status: string; createdAt: string; statusChangedAt: string }): string =>
  task.status === 'todo' ? task.createdAt : task.statusChangedAt;
