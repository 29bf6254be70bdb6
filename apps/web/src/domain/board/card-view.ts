import { linkOf } from '#lib/focus/focus.ts';

// Where the cards of the board are, for the messages and animations that show a card.

/** A rendered column of the board. */
interface ShownColumn {
  /** Whether it has loaded the task. */
  has(taskId: string): boolean;
  /** Scrolls to the card and focuses it. Resolves once it has the focus. */
  reveal(taskId: string): Promise<void>;
}

const columns = new Set<ShownColumn>();

/** Registers a rendered column. Returns a function that removes it. */
export function addColumn(column: ShownColumn): () => void {
  columns.add(column);
  return () => columns.delete(column);
}

/** The rendered column that has loaded the task. */
export const columnWith = (taskId: string): ShownColumn | undefined =>
  [...columns].find((column) => column.has(taskId));

/** Whether the board is rendered, but the card is scrolled away or covered by the task panel. */
export function isOutOfView(taskId: string): boolean {
  if (columns.size === 0) return false;
  const card = linkOf('data-task-id', taskId);
  if (!card) return true;
  const { x, y, width, height } = card.getBoundingClientRect();
  const stack = document.elementsFromPoint(x + width / 2, y + height / 2);
  return !stack.includes(card) || stack.some((element) => element.closest('aside'));
}

/** Resolves once the last change of the page is painted: after the second frame. */
export const whenShown = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
