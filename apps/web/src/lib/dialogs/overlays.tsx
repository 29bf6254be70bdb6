'use client';

import { Notifications } from '@mantine/notifications';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { closeModal, useModals } from './open-modal.ts';

/** Where `openModal` shows its dialogs, and toasts. Loaded with the first of them. */
export function Overlays() {
  return (
    <>
      {useModals().map(({ modalId, title, keepOpenOnClickOutside, children }) => (
        <Dialog
          keepOpenOnClickOutside={keepOpenOnClickOutside}
          key={modalId}
          onClose={() => closeModal(modalId)}
          title={title}
        >
          {children}
        </Dialog>
      ))}
      <Notifications limit={4} position="bottom-right" />
    </>
  );
}
