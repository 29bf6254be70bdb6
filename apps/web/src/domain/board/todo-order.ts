/** The order of the column To do: that of the queue, in which agents get tasks, or the newest first. */
export type TodoOrder = 'queue' | 'newest';

/** The cookie of the chosen order. A cookie, so that the server renders the board with it. */
export const TODO_ORDER_COOKIE = 'crewboard-todo-order';

/** The order in the value of the cookie; that of the queue without one. */
export const readTodoOrder = (value: string | undefined): TodoOrder =>
  value === 'newest' ? 'newest' : 'queue';
