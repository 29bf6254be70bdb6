import { useLayoutEffect, useRef } from 'react';
import { focusedElement } from './focus.ts';

/**
 * For a group of buttons in a panel: moves the focus of a removed button to the panel. On another button, a second
 * Enter would start another action.
 */
export function useFocusPanelOnRemoval() {
  const group = useRef<HTMLDivElement>(null);
  // Stays true when the focused button is removed: React calls no `onBlur` for an element that it removes itself.
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hasFocus.current || focusedElement()) return;
    hasFocus.current = false;
    group.current?.closest('aside')?.focus({ preventScroll: true });
  });
  // The archival of the task removes the whole group.
  useLayoutEffect(() => {
    const panel = group.current?.closest('aside');
    return () => {
      if (hasFocus.current) panel?.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref: group,
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
