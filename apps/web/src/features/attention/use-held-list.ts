'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** After a touch, for so long. */
const heldAfterTouchMs = 1_000;

/**
 * Whether the rows of a list have to keep their places, because the pointer is over it: another button must not slide under it.
 */
export function useHeldList(list: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);

  // Not handlers of React, which also gets events of the dialogs and menus that rows have opened.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = () => {
      clearTimeout(timer);
      setHeld(true);
    };
    const letGo = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setHeld(false);
      else timer = setTimeout(() => setHeld(false), heldAfterTouchMs);
    };
    const element = list.current;
    element?.addEventListener('pointerenter', hold);
    element?.addEventListener('pointerleave', letGo);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('pointerenter', hold);
      element?.removeEventListener('pointerleave', letGo);
    };
  }, [list]);
  return isHeld;
}

/** The value as it is, or what `hold` makes of it and what was shown before, while the list is held. */
export function useHeld<Value>(value: Value, isHeld: boolean, hold: (before: Value, now: Value) => Value) {
  const last = useRef(value);
  const shown = isHeld ? hold(last.current, value) : value;
  useLayoutEffect(() => {
    last.current = shown;
  });
  return shown;
}
