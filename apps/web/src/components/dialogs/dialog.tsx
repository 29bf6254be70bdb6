'use client';

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** A request is running: the dialog cannot be closed. */
  isBusy?: boolean;
  /** A click beside the dialog must not discard what is in it. */
  keepOpenOnClickOutside?: boolean;
  /** In CSS pixels. */
  width?: number;
  children: ReactNode;
}

/** A dialog that is open for as long as it is rendered. */
export function Dialog({
  title,
  onClose,
  isBusy = false,
  keepOpenOnClickOutside,
  width = 440,
  children,
}: DialogProps) {
  return (
    <Modal
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={!isBusy && !keepOpenOnClickOutside}
      onClose={isBusy ? () => {} : onClose}
      opened
      returnFocus={false}
      size={width}
      // The header is sticky: the content must not show through.
      styles={{ header: { background: 'var(--color-raised)' } }}
      title={title}
    >
      {children}
    </Modal>
  );
}
