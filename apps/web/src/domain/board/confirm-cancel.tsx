import { DialogSkeleton } from '#components/dialogs/dialog-skeleton.tsx';
import { closeModal, openModal } from '#lib/dialogs/open-modal.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const CancelQuestion = lazyPart(async () => (await import('./cancel-question.tsx')).CancelQuestion, {
  standIn: DialogSkeleton,
});

const MODAL_ID = 'cancel-task';

let isAsking = false;

/**
 * Asks before cancelling a task that an agent works on. Resolves to the decision; to false while another dialog is
 * open.
 */
export function confirmCancel(title: string, agentName: string): Promise<boolean> {
  if (isAsking) return Promise.resolve(false);
  isAsking = true;
  return new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      isAsking = false;
      resolve(isConfirmed);
    };
    const confirm = () => {
      settle(true);
      closeModal(MODAL_ID);
    };
    openModal({
      modalId: MODAL_ID,
      title: 'Cancel this task?',
      // A double click must not confirm.
      keepOpenOnClickOutside: true,
      onClose: () => settle(false),
      children: <CancelQuestion agentName={agentName} onConfirm={confirm} title={title} />,
    });
  });
}
