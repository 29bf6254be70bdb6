import { DialogSkeleton } from '#components/dialogs/dialog-skeleton.tsx';
import { closeModal, openModal } from '#lib/dialogs/open-modal.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const modalId = 'create-team';
const CreateTeamForm = lazyPart(async () => (await import('./create-team-form.tsx')).CreateTeamForm, {
  standIn: DialogSkeleton,
});

/** Opens the dialog that creates a team. */
export function openCreateTeam(): void {
  const dialog = { isOpen: true, close: () => closeModal(modalId) };
  openModal({
    modalId,
    title: 'Create a team',
    children: <CreateTeamForm dialog={dialog} />,
    onClose() {
      dialog.isOpen = false;
    },
  });
}
