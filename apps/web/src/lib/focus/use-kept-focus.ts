import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { focusedElement } from './focus.ts';

/**
 * Keeps the focus in a group whose items come and go: if the focused item is removed, the item in its place gets the
 * focus or, without one, a fallback.
 * @param rendered a value that changes with the rendered items
 * @param itemSelector of the focusable element of each item
 * @param fallbackSelector of the fallback
 */
export function useKeptFocus(rendered: unknown, itemSelector: string, fallbackSelector: string) {
  const group = useRef<HTMLDivElement>(null);
  const index = useRef<number | null>(null);
  const items = () => [...(group.current?.querySelectorAll<HTMLElement>(itemSelector) ?? [])];

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each rendering of other items.
  useLayoutEffect(() => {
    if (index.current === null || focusedElement()) return;
    const left = items();
    const next = left[Math.min(index.current, left.length - 1)];
    (next ?? group.current?.querySelector<HTMLElement>(fallbackSelector))?.focus({ preventScroll: true });
  }, [rendered]);

  return {
    ref: group,
    onFocus({ target }: FocusEvent) {
      const found = items().indexOf(target as HTMLElement);
      index.current = found < 0 ? null : found;
    },
    onBlur({ relatedTarget }: FocusEvent) {
      // Without a new target, the item may be about to be removed.
      if (relatedTarget) index.current = null;
    },
  };
}
