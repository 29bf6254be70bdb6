import type { ListedProject } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconArchive, IconBook, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useChangePause } from '#domain/pauses/pause-mutations.ts';
import { PausedLabel } from '#domain/pauses/paused-label.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import styles from './project-row.module.css';

interface ProjectRowProps {
  project: ListedProject;
  /** Absent, as `onArchive`, without the permission to manage projects. */
  onEdit?: () => void;
  onArchive?: () => void;
  /** Opens the instructions read-only. Offered only without `onEdit`, whose dialog shows them too. */
  onRead: () => void;
  /** Opens the dialog that asks for a reason. Resuming needs none. Absent without the permission to pause. */
  onPause?: () => void;
}

export function ProjectRow({ project, onEdit, onArchive, onPause, onRead }: ProjectRowProps) {
  const team = useTeam();
  const change = useChangePause();
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
      <Cell numeric wide>
        {count}
      </Cell>
      <Cell wide>
        <RelativeTime time={project.createdAt} />
      </Cell>
      <Cell>
        <span className={styles.actions}>
          {!onEdit && (
            <RowAction
              icon={<IconBook aria-hidden size={15} />}
              label={`Instructions of ${name}`}
              onClick={onRead}
            />
          )}
          {onPause &&
            (project.paused ? (
              <RowAction
                icon={<IconPlayerPlay aria-hidden size={15} />}
                isBusy={change.isPending}
                label={`Resume ${name}`}
                onClick={() => change.mutate({ target, request: null })}
              />
            ) : (
              <RowAction
                icon={<IconPlayerPause aria-hidden size={15} />}
                label={`Pause ${name}`}
                onClick={onPause}
              />
            ))}
          {onArchive && (
            <RowAction
              icon={<IconArchive aria-hidden size={15} />}
              label={`Archive ${name}`}
              onClick={onArchive}
            />
          )}
          {onEdit && (
            <RowAction icon={<IconPencil aria-hidden size={15} />} label={`Edit ${name}`} onClick={onEdit} />
          )}
        </span>
      </Cell>
    </tr>
  );
}

interface RowActionProps {
  label: string;
  icon: ReactNode;
  isBusy?: boolean;
  onClick: () => void;
}

function RowAction({ label, icon, isBusy = false, onClick }: RowActionProps) {
  return (
    <ActionIcon aria-label={label} loading={isBusy} onClick={onClick} title={label}>
      {icon}
    </ActionIcon>
  );
}
