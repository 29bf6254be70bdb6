import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusedElement, type LinkAttribute, linksIn, takesKeys } from './focus.ts';

const isBefore = (link: Node, target: Node): boolean =>
  Boolean(link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING);

/** For each key: the index of the row to focus. */
const targets: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * For a list or the body of a table whose rows have links. Arrow keys, Home and End move between the rows. If the
 * focused row is removed, the row in its place gets the focus.
 * @param rows a value that changes with the rendered rows
 * @param ownRef the ref of the caller for the list; without it, the hook has one
 */
export function useRowFocus<List extends HTMLElement = HTMLTableSectionElement>(
  attribute: LinkAttribute,
  rows: unknown,
  ownRef?: RefObject<List | null>,
) {
  const fallbackRef = useRef<List>(null);
  const body = ownRef ?? fallbackRef;
  const links = () => linksIn(attribute, body.current);
  const indexOf = (target: Element) => links().findIndex((link) => link.closest('tr, li')?.contains(target));
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
      // The events of an open menu arrive here, although it is outside the list. The row stays the focused one
      // meanwhile.
      if (!body.current?.contains(target)) return;
      const index = indexOf(target);
      const found = links();
      // A row without a link counts as the next row that has one.
      focused.current =
        index < 0
          ? { id: null, index: found.filter((link) => isBefore(link, target)).length }
          : { id: found[index]?.getAttribute(attribute), index };
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Without a new target, the row may be about to be removed.
      if (relatedTarget && !relatedTarget.closest('[role="menu"]')) focused.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target = targets[event.key];
      // The keys of an open menu arrive here as well.
      if (takesKeys(event.target)) return;
      if (!target || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const found = links();
      found[target(indexOf(event.target as Element), found.length - 1)]?.focus();
    },
  };
}
