import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogActionsProps {
  onCancel: () => void;
  busy: boolean;
  /** For dialogs in which "Cancel" would be ambiguous. */
  cancelLabel?: string;
  /** The button of the action. */
  children: ReactNode;
}

export function DialogActions({ onCancel, busy, cancelLabel = 'Cancel', children }: DialogActionsProps) {
  return (
    <Group gap="xs" justify="flex-end" mt="lg">
      <Button disabled={busy} onClick={onCancel} variant="default">
        {cancelLabel}
      </Button>
      {children}
    </Group>
  );
}
