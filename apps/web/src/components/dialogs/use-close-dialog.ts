'use client';

import { createContext, use, useLayoutEffect } from 'react';

interface OpenDialog {
  close: () => void;
  setChanged: (isChanged: boolean) => void;
}

export const DialogContext = createContext<OpenDialog | null>(null);

/**
 * Closes the dialog around a form, as Escape does. Null outside of dialogs.
 * @param isChanged whether closing would lose what was typed: the dialog asks first
 */
export function useCloseDialog(isChanged: boolean): (() => void) | null {
  const dialog = use(DialogContext);
  const setChanged = dialog?.setChanged;
  // In the same commit: the next key may be Escape.
  useLayoutEffect(() => {
    setChanged?.(isChanged);
    return () => setChanged?.(false);
  }, [setChanged, isChanged]);
  return dialog?.close ?? null;
}
