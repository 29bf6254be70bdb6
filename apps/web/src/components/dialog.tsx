'use client';

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** While something is on its way, or must not get lost by a click beside the dialog. */
  holdOpen?: boolean;
  /** In CSS pixels. */
  width?: number;
  children: ReactNode;
}

/** A dialog that is open for as long as it is rendered. */
export function Dialog({ title, onClose, holdOpen = false, width = 440, children }: DialogProps) {
  return (
    <Modal
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={!holdOpen}
      onClose={onClose}
      opened
      returnFocus={false}
      size={width}
      // It sticks to the top: what scrolls must not show through.
      styles={{ header: { background: 'var(--color-raised)' } }}
      title={title}
    >
      {children}
    </Modal>
  );
}
