'use client';

import { useQueryState } from 'nuqs';
import { parseAsStringLiteral } from 'nuqs/server';
import { useRef, useState } from 'react';

/** The open dialog of a page. On close, the focus returns to its opener, or to the button of the menu it was in. */
export function useDialog<D>() {
  const [dialog, setDialog] = useState<D | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  return {
    dialog,
    open(next: D) {
      opener.current ??= whatOpens();
      setDialog(next);
    },
    close() {
      const target = opener.current;
      opener.current = null;
      setDialog(null);
      // The dialog traps the focus until it is removed.
      setTimeout(() => (target?.isConnected ? target : document.querySelector('main'))?.focus());
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

function whatOpens(): HTMLElement | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return null;
  const menuButton = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menuButton ? document.getElementById(menuButton) : focused;
}
