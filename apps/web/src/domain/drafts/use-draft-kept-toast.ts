import { useEffect } from 'react';
import { hideToast, showToast } from '#lib/notices/toast.ts';

const kind = 'draft-kept';

/**
 * Says, after a dialog was closed, that its text is kept. The toast goes by itself, and at once when such a dialog opens,
 * which shows the text.
 * @param opener what opens the dialog again
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
