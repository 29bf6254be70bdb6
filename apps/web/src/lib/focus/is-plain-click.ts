import type { MouseEvent } from 'react';

/** Whether a click on a link opens it here: with a key or another button the browser opens another tab or window. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, button }: MouseEvent): boolean =>
  !metaKey && !ctrlKey && !shiftKey && button === 0;

/** For a link that opens something on this page: a handler of such clicks alone. */
export const onPlainClick = (open: () => void) => (event: MouseEvent) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  open();
};
