import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect } from 'react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { parseAsId } from '#lib/url/url-state.ts';

const parsers = { new: parseAsStringLiteral(['task']), parent: parseAsId };

/**
 * Returns a function that opens the board's dialog for a new sub-task, by the URL. On close, the focus returns to the
 * button.
 */
export function useNewSubTask(parentId: string): () => void {
  const [values, setValues] = useQueryStates(parsers, { history: 'push' });
  const { open, close, dialog } = useDialog<'new-task'>();
  const isOpen = values.new !== null && values.parent === parentId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the dialog is opened or closed.
  useEffect(() => {
    if (!isOpen && dialog) close();
  }, [isOpen]);

  return () => {
    open('new-task');
    void setValues({ new: 'task', parent: parentId });
  };
}
