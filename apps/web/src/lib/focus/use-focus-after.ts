'use client';

import { useEffect, useEffectEvent } from 'react';
import { focusedElement } from './focus.ts';

/**
 * Moves the focus that is lost with what had it: once `isShown` ends, to the target, unless something else has the focus.
 * The target is looked up while what has the focus is still shown.
 */
export function useFocusAfter(isShown: boolean, findTarget: () => HTMLElement | null | undefined): void {
  const find = useEffectEvent(findTarget);
  useEffect(() => {
    if (!isShown) return;
    const target = find();
    // A dialog traps the focus until it is removed.
    return () => void setTimeout(() => focusedElement() ?? target?.focus({ preventScroll: true }));
  }, [isShown]);
}
