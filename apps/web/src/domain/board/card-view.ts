/** A column of the board that is shown. */
interface ShownColumn {
  /** Whether it has loaded the card of a task. */
  has(taskId: string): boolean;
  /** Brings the card into view and focuses it. */
  reveal(taskId: string): void;
}

const columns = new Set<ShownColumn>();

/** Returns how to take the column away again. */
export function addColumn(column: ShownColumn): () => void {
  columns.add(column);
  return () => columns.delete(column);
}

/** The column that has loaded the card of a task. */
export const columnWith = (taskId: string): ShownColumn | undefined =>
  [...columns].find((column) => column.has(taskId));

/** Whether a board is shown, and the middle of the card is not on it, scrolled away or under the task panel. */
export function isOutOfView(taskId: string): boolean {
  if (columns.size === 0) return false;
  const card = document.querySelector(`a[data-task-id="${CSS.escape(taskId)}"]`);
  if (!card) return true;
  const { x, y, width, height } = card.getBoundingClientRect();
  const stack = document.elementsFromPoint(x + width / 2, y + height / 2);
  return !stack.includes(card) || stack.some((element) => element.closest('aside'));
}

/** When the page shows what was changed just now. */
export const whenShown = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
