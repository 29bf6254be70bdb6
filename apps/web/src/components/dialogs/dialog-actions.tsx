import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog-actions.module.css';
import { useCloseDialog } from './use-close-dialog.ts';

interface DialogActionsProps {
  busy: boolean;
  /** The form has text that is lost when the dialog closes: it asks first. */
  isChanged?: boolean;
  /** For dialogs in which "Cancel" would be ambiguous. */
  cancelLabel?: string;
  /** "Cancel" has the focus at first: the action is nothing to do by mistake. */
  focusesCancel?: boolean;
  /** The button of the action. */
  children: ReactNode;
}

/** The last row of a form. "Cancel" closes the dialog around it; a form that is in none does not have it. */
export function DialogActions({
  busy,
  isChanged = false,
  cancelLabel = 'Cancel',
  focusesCancel,
  children,
}: DialogActionsProps) {
  const close = useCloseDialog(isChanged);
  return (
    <div className={styles.actions} data-in-dialog={close !== null || undefined}>
      {close && (
        // The dialog focuses what is marked once it opens, and React what is rendered later.
        <Button
          autoFocus={focusesCancel}
          data-autofocus={focusesCancel}
          disabled={busy}
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
