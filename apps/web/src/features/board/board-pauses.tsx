import { canPause, type ProjectSummary, type Team } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { PauseDialog } from '#domain/pauses/lazy-pauses.ts';
import { PauseBanner } from '#domain/pauses/pause-banner.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';

/** A button that pauses all agents of the team. Once they are paused, the banner has the button that resumes them. */
export function PauseControl({ team }: { team: Team | undefined }) {
  const { role } = useTeam();
  const { dialog, open, close } = useDialog<'pause'>();
  usePreload(PauseDialog);
  if (!team || !canPause(role)) return null;
  return (
    <>
      {!team.paused && (
        <ActionIcon
          aria-label="Pause all agents"
          color="red"
          onClick={() => open('pause')}
          title="Pause all agents"
        >
          <IconPlayerPause aria-hidden size={16} />
        </ActionIcon>
      )}
      {dialog && <PauseDialog onClose={close} target={{ kind: 'team', id: team.id, name: team.name }} />}
    </>
  );
}

interface PauseBannersProps {
  team: Team | undefined;
  /** The project that the board is filtered by. */
  project: ProjectSummary | undefined;
}

/** Says that the team or the project is paused, and why: agents start none of the tasks on the board. */
export function PauseBanners({ team, project }: PauseBannersProps) {
  return (
    <>
      {team?.paused && <PauseBanner pause={team.paused} target={{ kind: 'team', ...team }} />}
      {project?.paused && <PauseBanner pause={project.paused} target={{ kind: 'project', ...project }} />}
    </>
  );
}
