'use client';

import { useQueryState } from 'nuqs';
import { parseAsStringLiteral } from 'nuqs/server';
import { useDialog } from './use-dialog.ts';

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
