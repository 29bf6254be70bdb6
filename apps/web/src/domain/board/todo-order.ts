/** Of what is to do: as agents get it from the queue, or the newest first. */
export type TodoOrder = 'queue' | 'newest';

/** Where the choice of a person is kept, for the server as well. */
export const TODO_ORDER_COOKIE = 'crewboard-todo-order';

export const readTodoOrder = (value: string | undefined): TodoOrder =>
  value === 'newest' ? 'newest' : 'queue';
