import type { ListedProject } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconArchive, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
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
  /** Absent without the permission to manage projects. */
  onEdit?: () => void;
  onArchive?: () => void;
  /** Absent without the permission to pause. */
  onPause?: () => void;
}

export function ProjectRow({ project, onEdit, onArchive, onPause }: ProjectRowProps) {
  const team = useTeam();
  const change = useChangePause();
  const target = { kind: 'project', id: project.id, name: project.name } as const;
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
      {onPause && (
        <Cell>
          <span className={styles.actions}>
            {project.paused ? (
              <ActionIcon
                aria-label={`Resume ${project.name}`}
                color="gray"
                loading={change.isPending}
                onClick={() => change.mutate({ target, request: null })}
                variant="subtle"
              >
                <IconPlayerPlay aria-hidden size={15} />
              </ActionIcon>
            ) : (
              <ActionIcon
                aria-label={`Pause ${project.name}`}
                color="gray"
                onClick={onPause}
                variant="subtle"
              >
                <IconPlayerPause aria-hidden size={15} />
              </ActionIcon>
            )}
            {onArchive && (
              <ActionIcon
                aria-label={`Archive ${project.name}`}
                color="gray"
                onClick={onArchive}
                variant="subtle"
              >
                <IconArchive aria-hidden size={15} />
              </ActionIcon>
            )}
            {onEdit && (
              <ActionIcon aria-label={`Edit ${project.name}`} color="gray" onClick={onEdit} variant="subtle">
                <IconPencil aria-hidden size={15} />
              </ActionIcon>
            )}
          </span>
        </Cell>
      )}
    </tr>
  );
}
