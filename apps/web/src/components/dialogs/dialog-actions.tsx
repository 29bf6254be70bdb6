import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog-actions.module.css';
import { useCloseDialog } from './use-close-dialog.ts';

interface DialogActionsProps {
  /** A request is running: nothing can be cancelled. */
  isBusy?: boolean;
  /** Closing the dialog would lose typed text: the dialog asks first. */
  isChanged?: boolean;
  /** For dialogs in which "Cancel" would be ambiguous. */
  cancelLabel?: string;
  /** Focuses "Cancel" first, so that nobody starts the action by mistake. */
  focusesCancel?: boolean;
  /** The button of the action. */
  children: ReactNode;
}

/** The last row of a form: the button of its action and, inside a dialog, "Cancel". */
export function DialogActions({
  isBusy = false,
  isChanged = false,
  cancelLabel = 'Cancel',
  focusesCancel,
  children,
}: DialogActionsProps) {
  const close = useCloseDialog(isChanged);
  return (
    <div className={styles.actions} data-in-dialog={close !== null || undefined}>
      {close && (
        // `data-autofocus` works while the dialog opens, `autoFocus` in a form that is rendered later.
        <Button
          autoFocus={focusesCancel}
          data-autofocus={focusesCancel}
          disabled={isBusy}
          onClick={close}
          variant="default"
        >
          {cancelLabel}
        </Button>
      )}
      {children}
    </div>
  );
}
