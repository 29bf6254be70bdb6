'use client';

import { useQueryState } from 'nuqs';
import { parseAsStringLiteral } from 'nuqs/server';
import { useRef, useState } from 'react';
import { focusOrMain, openingElement } from '../focus/focus.ts';

/** The open dialog of a page. On close, the focus returns to its opener, or to the button of the menu it was in. */
export function useDialog<D>() {
  const [dialog, setDialog] = useState<D | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  return {
    dialog,
    open(next: D) {
      opener.current ??= openingElement();
      setDialog(next);
    },
    close() {
      const target = opener.current;
      opener.current = null;
      setDialog(null);
      // The dialog traps the focus until it is removed.
      setTimeout(() => focusOrMain(target));
    },
  };
}

/**
 * As `useDialog`. Links of other pages open one of the dialogs, with `?new=name`; null where the person may not use it.
 */
export function useLinkedDialog<D>(name: string, linked: D | null) {
  const { dialog, open, close } = useDialog<D>();
  const [requested, setRequested] = useQueryState('new', parseAsStringLiteral([name]));
  return {
    dialog: dialog ?? (requested ? linked : null),
    open(next: D) {
      open(next);
      void setRequested(null);
    },
    close() {
      close();
      void setRequested(null);
    },
  };
}
