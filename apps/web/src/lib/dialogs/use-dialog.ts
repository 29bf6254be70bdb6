'use client';

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
