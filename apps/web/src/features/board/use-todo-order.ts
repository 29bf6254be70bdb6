'use client';

import { useState } from 'react';
import { TODO_ORDER_COOKIE, type TodoOrder } from '#domain/board/todo-order.ts';
import { savePreference } from '#lib/look/save-preference.ts';

/** Chosen since the page was loaded: what the server knew of it may be older. */
let chosen: TodoOrder | undefined;

/** The order of what is to do, which is remembered in this browser. */
export function useTodoOrder(known: TodoOrder) {
  const [todoOrder, setOrder] = useState(chosen ?? known);
  return {
    todoOrder,
    choose(order: TodoOrder): void {
      chosen = order;
      savePreference(TODO_ORDER_COOKIE, order);
      setOrder(order);
    },
  };
}
