import { useRef, useState } from 'react';
import { focusOrMain, openingElement } from '../focus/focus.ts';

/**
 * The open dialog of a component, null without one. On close the focus returns to the element that opened it or, if
 * that is gone, to the panel around it.
 */
export function useDialog<D>() {
  const [dialog, setDialog] = useState<D | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const panel = useRef<HTMLElement | null | undefined>(null);

  return {
    dialog,
    open(next: D) {
      // A dialog that replaces another one, such as that of a new token, keeps its opener.
      opener.current ??= openingElement();
      panel.current = opener.current?.closest('aside');
      setDialog(next);
    },
    close() {
      const target = opener.current;
      opener.current = null;
      setDialog(null);
      // The dialog traps the focus until it is removed.
      setTimeout(() => focusOrMain(target?.isConnected ? target : (panel.current ?? null)));
    },
  };
}
