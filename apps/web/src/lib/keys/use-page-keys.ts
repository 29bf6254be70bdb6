import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { focusedElement, isDialogOpen, takesKeys } from '../focus/focus.ts';

const keys = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

/**
 * Passes the keys that move between rows on to the list of a page, while only the page or its navigation has the focus.
 */
export function usePageKeys(list: RefObject<HTMLElement | null>): void {
  useWindowEvent('keydown', (event) => {
    const { key, target } = event;
    if (!keys.includes(key) || event.defaultPrevented || takesKeys(target) || isDialogOpen()) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const focused = focusedElement();
    if (focused && focused.tagName !== 'MAIN' && !focused.closest('nav')) return;
    event.preventDefault();
    list.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
}
