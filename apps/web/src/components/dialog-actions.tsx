import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogActionsProps {
  onCancel: () => void;
  busy: boolean;
  /** Where "Cancel" would be read as what the dialog is about. */
  cancelLabel?: string;
  /** The button that does it. */
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
