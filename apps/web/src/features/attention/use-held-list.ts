'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** After a touch, for so long. */
const heldAfterTouchMs = 1_000;

const openMenu = '[aria-haspopup="menu"][aria-expanded="true"]';

/**
 * Whether the rows of a list have to keep their places, because the pointer is over it or a menu of it is open: another button
 * must not slide under the pointer, nor the menu away from it.
 */
export function useHeldList(list: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);

  // Not handlers of React, which also gets events of the dialogs and menus that rows have opened.
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnderPointer = false;
    const update = () => setHeld(isUnderPointer || element.querySelector(openMenu) !== null);
    const setUnderPointer = (value: boolean) => {
      isUnderPointer = value;
      update();
    };
    const hold = () => {
      clearTimeout(timer);
      setUnderPointer(true);
    };
    const letGo = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setUnderPointer(false);
      else timer = setTimeout(() => setUnderPointer(false), heldAfterTouchMs);
    };
    const menus = new MutationObserver(update);
    // A menu can go while it is open, with the remedies of a row that somebody else resolves.
    menus.observe(element, { attributeFilter: ['aria-expanded'], childList: true, subtree: true });
    element.addEventListener('pointerenter', hold);
    element.addEventListener('pointerleave', letGo);
    return () => {
      clearTimeout(timer);
      menus.disconnect();
      element.removeEventListener('pointerenter', hold);
      element.removeEventListener('pointerleave', letGo);
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
