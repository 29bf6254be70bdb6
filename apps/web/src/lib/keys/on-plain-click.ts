import type { MouseEvent } from 'react';

/**
 * For a link that opens something on this page: a handler of clicks that open it here. With a key or another button the
 * browser opens another tab or window.
 */
export const onPlainClick = (open: () => void) => (event: MouseEvent) => {
  const { metaKey, ctrlKey, shiftKey, button } = event;
  if (metaKey || ctrlKey || shiftKey || button !== 0) return;
  event.preventDefault();
  open();
};
