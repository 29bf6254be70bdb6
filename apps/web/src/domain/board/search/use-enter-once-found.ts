import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Enter that is pressed before the results of this query are there takes the first one once they are, unless one of
 * those shown was chosen with the arrows.
 * @param isPressed whether Enter was pressed and waits
 */
export function useEnterOnceFound(isFound: boolean, takeFirst: () => void, isPressed: RefObject<boolean>) {
  const hasChosen = useRef(false);
  const take = useEffectEvent(takeFirst);
  useEffect(() => {
    if (!isFound || !isPressed.current) return;
    isPressed.current = false;
    take();
  }, [isFound, isPressed]);
  return (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    isPressed.current = isEnter && !isFound && !hasChosen.current;
    if (!isEnter) hasChosen.current = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (!isPressed.current) return;
    // Neither takes an older one nor sends a form.
    event.preventDefault();
    event.stopPropagation();
  };
}
