'use client';

import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { focusedElement, type LinkAttribute, linksIn } from './focus.ts';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * For the body of a table whose rows have links. Arrow keys move between them; if the focused row leaves the table,
 * the row in its place gets the focus.
 */
export function useRowFocus(attribute: LinkAttribute, rows: unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const links = () => linksIn(attribute, body.current);
  const indexOf = (target: Element) => links().findIndex((link) => link.closest('tr')?.contains(target));
  /** The focused row, and its index. */
  const focused = useRef<{ id: string | null | undefined; index: number } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each change of the rows.
  useLayoutEffect(() => {
    const at = focused.current;
    if (!at) return;
    const found = links();
    const index = found.findIndex((link) => link.getAttribute(attribute) === at.id);
    if (index >= 0) focused.current = { ...at, index };
    else if (!focusedElement()) found[Math.min(at.index, found.length - 1)]?.focus({ preventScroll: true });
  }, [rows]);

  return {
    ref: body,
    onFocus: ({ target }: FocusEvent) => {
      const index = indexOf(target);
      focused.current = index < 0 ? null : { id: links()[index]?.getAttribute(attribute), index };
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Without a new target, the row may be about to be removed.
      if (relatedTarget) focused.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      links()[Math.max(0, indexOf(event.target as Element) + step)]?.focus();
    },
  };
}
