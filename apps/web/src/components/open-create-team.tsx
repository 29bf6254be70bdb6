import { modals } from '@mantine/modals';
import { lazyPart } from '../lib/lazy-part.tsx';
import { openModal } from '../lib/open-modal.ts';
import { DialogSkeleton } from './dialog-skeleton.tsx';

const modalId = 'create-team';
const CreateTeamForm = lazyPart(async () => (await import('./create-team.tsx')).CreateTeamForm, {
  standIn: DialogSkeleton,
});

export function openCreateTeam(): void {
  const dialog = { isOpen: true, close: () => modals.close(modalId) };
  openModal({
    modalId,
    title: 'Create a team',
    children: <CreateTeamForm dialog={dialog} />,
    onClose() {
      dialog.isOpen = false;
    },
  });
}
