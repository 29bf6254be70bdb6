import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCloseDialog } from './use-close-dialog.ts';

interface DialogActionsProps {
  busy: boolean;
  /** The form has text that is lost when the dialog closes: it asks first. */
  isChanged?: boolean;
  /** For dialogs in which "Cancel" would be ambiguous. */
  cancelLabel?: string;
  /** The button of the action. */
  children: ReactNode;
}

/** The last row of a form. "Cancel" closes the dialog around it; a form that is in none does not have it. */
export function DialogActions({
  busy,
  isChanged = false,
  cancelLabel = 'Cancel',
  children,
}: DialogActionsProps) {
  const close = useCloseDialog(isChanged);
  return (
    <Group gap="xs" justify="flex-end" mt="lg">
      {close && (
        <Button disabled={busy} onClick={close} variant="default">
          {cancelLabel}
        </Button>
      )}
      {children}
    </Group>
  );
}
