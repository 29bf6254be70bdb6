import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** After a touch, which has no pointer that could stay over the list, the list stays frozen this long. */
const frozenAfterTouchMs = 1_000;

const openMenu = '[aria-haspopup="menu"][aria-expanded="true"]';

/**
 * Whether a list is frozen: its rows keep their places while the pointer is over the list or a menu of it is open, so
 * that no other button slides under the pointer, and the menu does not slide away from it.
 */
export function useFrozenList(list: RefObject<HTMLElement | null>): boolean {
  const [isFrozen, setFrozen] = useState(false);

  // Handlers of React would also get the events of the dialogs and menus that rows have opened.
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnderPointer = false;
    const update = () => setFrozen(isUnderPointer || element.querySelector(openMenu) !== null);
    const setUnderPointer = (value: boolean) => {
      isUnderPointer = value;
      update();
    };
    const freeze = () => {
      clearTimeout(timer);
      setUnderPointer(true);
    };
    const release = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setUnderPointer(false);
      else timer = setTimeout(() => setUnderPointer(false), frozenAfterTouchMs);
    };
    const menus = new MutationObserver(update);
    // An open menu can disappear together with its row, which somebody else resolves.
    menus.observe(element, { attributeFilter: ['aria-expanded'], childList: true, subtree: true });
    element.addEventListener('pointerenter', freeze);
    element.addEventListener('pointerleave', release);
    return () => {
      clearTimeout(timer);
      menus.disconnect();
      element.removeEventListener('pointerenter', freeze);
      element.removeEventListener('pointerleave', release);
    };
  }, [list]);
  return isFrozen;
}

/** Returns the newest value; while the list is frozen, what `freeze` makes of the shown and the newest value. */
export function useFrozen<Value>(
  value: Value,
  isFrozen: boolean,
  freeze: (shown: Value, now: Value) => Value,
) {
  const last = useRef(value);
  const shown = isFrozen ? freeze(last.current, value) : value;
  useLayoutEffect(() => {
    last.current = shown;
  });
  return shown;
}
