import { useEffect, useEffectEvent } from 'react';
import { focusedElement } from './focus.ts';

/**
 * For an element that is removed while it may have the focus: once `isShown` becomes false, moves a lost focus to the
 * target. `findTarget` is called while the element is still shown.
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
