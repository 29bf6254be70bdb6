import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogActionsProps {
  onCancel: () => void;
  busy: boolean;
  /** The button that does it. */
  children: ReactNode;
}

export function DialogActions({ onCancel, busy, children }: DialogActionsProps) {
  return (
    <Group gap="xs" justify="flex-end" mt="lg">
      <Button disabled={busy} onClick={onCancel} variant="default">
        Cancel
      </Button>
      {children}
    </Group>
  );
}
