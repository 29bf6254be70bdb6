'use client';

import { useRef, useState } from 'react';

/** Which dialog of a page is open. The focus goes back to what opened it, also through a menu that is gone by then. */
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
      // The dialog holds the focus until it has left the page.
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
