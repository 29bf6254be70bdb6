import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Handles Enter before the results of a query have arrived: takes the first result once they have. If the person has
 * chosen one of the older results with the arrows, Enter takes that at once.
 * @param isPressed whether Enter was pressed and waits for the results; the caller clears it to cancel that
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
    // Neither take an older result nor send a form.
    event.preventDefault();
    event.stopPropagation();
  };
}
