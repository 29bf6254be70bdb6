import { canManage, canPause, type ListedProject } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconArchive, IconBook, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useChangePause } from '#domain/pauses/pause-mutations.ts';
import { PausedLabel } from '#domain/pauses/paused-label.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import type { IconComponent } from '#lib/look/icon-component.ts';
import type { OpenProjectDialog } from './project-dialogs.tsx';
import styles from './project-row.module.css';

interface ProjectRowProps {
  project: ListedProject;
  onOpen: (dialog: OpenProjectDialog) => void;
}

export function ProjectRow({ project, onOpen }: ProjectRowProps) {
  const team = useTeam();
  const manages = canManage(team.role);
  const open = (kind: 'edit' | 'instructions' | 'pause' | 'archive') => () => onOpen({ kind, project });
  const changePause = useChangePause();
  const { name } = project;
  const target = { kind: 'project', id: project.id, name } as const;
  const count = formatNumber(project.taskCount);
  return (
    <tr>
      <Cell>
        <PageLink className={styles.name} dir="auto" href={`/t/${team.id}/board?project=${project.id}`}>
          {project.name}
        </PageLink>
        {project.paused && <PausedLabel pause={project.paused} />}
        {project.description && (
          <div className={styles.description} dir="auto">
            {project.description}
          </div>
        )}
        <NarrowMeta>
          <span>
            {count} {project.taskCount === 1 ? 'task' : 'tasks'}
          </span>
        </NarrowMeta>
      </Cell>
      <Cell numeric wideOnly>
        {count}
      </Cell>
      <Cell wideOnly>
        <RelativeTime time={project.createdAt} />
      </Cell>
      <Cell>
        <span className={styles.actions}>
          {/* People who manage projects see the instructions in the edit dialog. */}
          {!manages && (
            <RowAction Icon={IconBook} label={`Instructions of ${name}`} onClick={open('instructions')} />
          )}
          {canPause(team.role) && !project.paused && (
            <RowAction Icon={IconPlayerPause} label={`Pause ${name}`} onClick={open('pause')} />
          )}
          {canPause(team.role) && project.paused && (
            <RowAction
              Icon={IconPlayerPlay}
              isBusy={changePause.isPending}
              label={`Resume ${name}`}
              onClick={() => changePause.mutate({ target, request: null })}
            />
          )}
          {manages && <RowAction Icon={IconArchive} label={`Archive ${name}`} onClick={open('archive')} />}
          {manages && <RowAction Icon={IconPencil} label={`Edit ${name}`} onClick={open('edit')} />}
        </span>
      </Cell>
    </tr>
  );
}

interface RowActionProps {
  label: string;
  Icon: IconComponent;
  isBusy?: boolean;
  onClick: () => void;
}

function RowAction({ label, Icon, isBusy, onClick }: RowActionProps) {
  return (
    <ActionIcon aria-label={label} loading={isBusy} onClick={onClick} title={label}>
      <Icon aria-hidden size={15} />
    </ActionIcon>
  );
}
