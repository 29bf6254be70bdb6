'use client';

import { useLayoutEffect, useRef } from 'react';
import { focusedElement } from './focus.ts';

/**
 * Moves the focus of a button that is no longer possible to the panel: another button would get the next key of a
 * person who presses Enter twice.
 */
export function useFocusToPanel() {
  const group = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hasFocus.current || focusedElement()) return;
    hasFocus.current = false;
    group.current?.closest('aside')?.focus({ preventScroll: true });
  });
  // All buttons go with the archival of the task.
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
