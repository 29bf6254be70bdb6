import { Notifications } from '@mantine/notifications';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { closeModal, useModals } from './open-modal.ts';

/** Shows the dialogs of `openModal`, and the toasts. Loaded when the browser is idle. */
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
