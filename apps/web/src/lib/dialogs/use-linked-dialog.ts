import { useQueryState } from 'nuqs';
import { parseAsStringLiteral } from 'nuqs/server';
import { useDialog } from './use-dialog.ts';

/**
 * As `useDialog`, for a dialog that links of other pages open as well, by `?new=name`.
 * @param linked the dialog that such a link opens; null if the person may not use it
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
