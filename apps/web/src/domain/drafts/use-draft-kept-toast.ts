import { useEffect } from 'react';
import { hideToast, showToast } from '#lib/notices/toast.ts';

const kind = 'draft-kept';

/**
 * For a dialog that keeps its text as a draft. Returns a function that shows a toast after the dialog was closed. The
 * next such dialog hides the toast, because it shows the text.
 * @param opener the name of the button that opens the dialog
 */
export function useDraftKeptToast(opener: string): () => void {
  useEffect(() => hideToast(kind), []);
  return () =>
    void showToast({
      kind,
      title: 'Draft kept',
      message: `“${opener}” opens with it again.`,
      announcement: 'Draft kept.',
    });
}
