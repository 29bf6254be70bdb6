'use client';

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

function whatOpens(): HTMLElement | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return null;
  const menuButton = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menuButton ? document.getElementById(menuButton) : focused;
}
