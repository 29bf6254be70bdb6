import type { MouseEvent } from 'react';

/**
 * The click handler of a link that opens something on this page. Leaves a click with a modifier key or another button
 * to the browser, which opens another tab or window, or downloads.
 */
export const onPlainClick = (open: () => void) => (event: MouseEvent) => {
  const { metaKey, ctrlKey, shiftKey, altKey, button } = event;
  if (metaKey || ctrlKey || shiftKey || altKey || button !== 0) return;
  event.preventDefault();
  open();
};
