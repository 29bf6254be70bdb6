import { createContext, use, useLayoutEffect } from 'react';

interface OpenDialog {
  close: () => void;
  setChanged: (isChanged: boolean) => void;
}

/** Set by `Dialog`. */
export const DialogContext = createContext<OpenDialog | null>(null);

/**
 * Tells the dialog around a form whether it has unsaved text. Returns a function that closes the dialog, as Escape
 * does; null outside of dialogs.
 * @param isChanged whether closing would lose typed text: the dialog asks first
 */
export function useCloseDialog(isChanged: boolean): (() => void) | null {
  const dialog = use(DialogContext);
  const setChanged = dialog?.setChanged;
  // A layout effect: the dialog must know of a change before the next key, which may be Escape.
  useLayoutEffect(() => {
    setChanged?.(isChanged);
    return () => setChanged?.(false);
  }, [setChanged, isChanged]);
  return dialog?.close ?? null;
}
