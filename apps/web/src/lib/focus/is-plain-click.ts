import type { MouseEvent } from 'react';

/** Whether a click on a link opens it here: with a key or another button the browser opens another tab or window. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, button }: MouseEvent): boolean =>
  !metaKey && !ctrlKey && !shiftKey && button === 0;
