/** The length of a search on the board. No index serves shorter searches. */
export const searchBounds = { min: 2, max: 200 };

/** Whether a search only matches the beginning of words: two letters or digits. Other searches match anywhere. */
export const isWordStartSearch = (search: string): boolean => /^[a-z0-9]{2}$/i.test(search);

/**
 * The time by which a column sorts its tasks, the newest first, then by id: the creation in `todo`, else the last
 * change of the status. The column `todo` can also be in the order of the queue (`isInQueueOrder`).
 */
export const boardTime = (task: { status: string; createdAt: string; statusChangedAt: string }): string =>
  task.status === 'todo' ? task.createdAt : task.statusChangedAt;
