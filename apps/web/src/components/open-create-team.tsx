import { modals } from '@mantine/modals';
import { lazyPart } from '../lib/lazy-part.tsx';
import { openModal } from '../lib/open-modal.ts';

const modalId = 'create-team';
const CreateTeamForm = lazyPart(async () => (await import('./create-team.tsx')).CreateTeamForm);

export async function openCreateTeam(): Promise<void> {
  const close = () => modals.close(modalId);
  await CreateTeamForm.preload();
  openModal({
    modalId,
    title: 'Create a team',
    children: <CreateTeamForm onCancel={close} onCreated={close} />,
  });
}
