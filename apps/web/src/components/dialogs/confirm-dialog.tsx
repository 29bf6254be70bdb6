import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Describes the consequences. */
  children: ReactNode;
  /** Fields below the text. */
  options?: ReactNode;
  confirmLabel: ReactNode;
  isDestructive?: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action with consequences. For actions that cannot be undone, see `TypedConfirmDialog`. */
export function ConfirmDialog({ title, children, options, confirmLabel, ...props }: ConfirmDialogProps) {
  const { isDestructive, isBusy, onConfirm, onClose } = props;
  return (
    <Dialog isBusy={isBusy} onClose={onClose} title={title}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      {options}
      <DialogActions isBusy={isBusy}>
        <Button color={isDestructive ? 'red' : undefined} data-autofocus loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
