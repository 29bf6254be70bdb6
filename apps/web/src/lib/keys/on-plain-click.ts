import type { MouseEvent } from 'react';

/**
 * The click handler of a link that opens something on this page. Leaves a click with a modifier key or another button
 * to the browser, which opens another tab or window.
 */
export const onPlainClick = (open: () => void) => (event: MouseEvent) => {
  const { metaKey, ctrlKey, shiftKey, button } = event;
  if (metaKey || ctrlKey || shiftKey || button !== 0) return;
  event.preventDefault();
  open();
};
