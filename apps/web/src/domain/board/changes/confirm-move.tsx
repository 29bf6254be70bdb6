import type { BoardTask } from '@crewboard/contracts';
import type { ReactNode } from 'react';
import { DialogSkeleton } from '#components/dialogs/dialog-skeleton.tsx';
import { closeModal, openModal } from '#lib/dialogs/open-modal.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const CancelQuestion = lazyPart(async () => (await import('./cancel-question.tsx')).CancelQuestion, {
  standIn: DialogSkeleton,
});
const StartQuestion = lazyPart(async () => (await import('./start-question.tsx')).StartQuestion, {
  standIn: DialogSkeleton,
});

const MODAL_ID = 'confirm-move';

let isAsking = false;

/** Asks in a dialog. Resolves to whether the person confirms; at once to false while another question is open. */
function ask(title: string, contentOf: (onConfirm: () => void) => ReactNode): Promise<boolean> {
  if (isAsking) return Promise.resolve(false);
  isAsking = true;
  return new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      isAsking = false;
      resolve(isConfirmed);
    };
    const confirm = () => {
      // First, because `onClose` settles with false, which then has no effect.
      settle(true);
      closeModal(MODAL_ID);
    };
    openModal({
      modalId: MODAL_ID,
      title,
      // The second click of a double click may land beside the dialog, and must not close it.
      keepOpenOnClickOutside: true,
      onClose: () => settle(false),
      children: contentOf(confirm),
    });
  });
}

/** Asks before cancelling a task that an agent works on. */
export const confirmCancel = (title: string, agentName: string): Promise<boolean> =>
  ask('Cancel this task?', (onConfirm) => (
    <CancelQuestion agentName={agentName} onConfirm={onConfirm} title={title} />
  ));

/** Asks before a person starts a blocked task. */
export const confirmStart = (task: BoardTask): Promise<boolean> =>
  ask('Start a blocked task?', (onConfirm) => <StartQuestion onConfirm={onConfirm} task={task} />);
