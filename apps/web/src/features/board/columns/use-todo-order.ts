import { useState } from 'react';
import { TODO_ORDER_COOKIE, type TodoOrder } from '#domain/board/todo-order.ts';
import { savePreference } from '#lib/look/save-preference.ts';

/** The choice since the page was loaded. The cookie that the server has read may be older. */
let chosen: TodoOrder | undefined;

/**
 * The order of the column To do, which a cookie of this browser remembers.
 * @param remembered the order in the cookie when the server rendered the page
 */
export function useTodoOrder(remembered: TodoOrder) {
  const [todoOrder, setOrder] = useState(chosen ?? remembered);
  return {
    todoOrder,
    choose(order: TodoOrder): void {
      chosen = order;
      savePreference(TODO_ORDER_COOKIE, order);
      setOrder(order);
    },
  };
}
