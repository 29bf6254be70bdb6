import type { Project } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import styles from './project-row.module.css';

interface ProjectRowProps {
  project: Project;
  /** Absent without the permission to manage projects. */
  onEdit?: () => void;
}

export function ProjectRow({ project, onEdit }: ProjectRowProps) {
  const team = useTeam();
  const count = formatNumber(project.taskCount);
  return (
    <tr>
      <Cell>
        <PageLink className={styles.name} dir="auto" href={`/t/${team.id}/board?project=${project.id}`}>
          {project.name}
        </PageLink>
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
      {onEdit && (
        <Cell>
          <ActionIcon aria-label={`Edit ${project.name}`} color="gray" onClick={onEdit} variant="subtle">
            <IconPencil aria-hidden size={15} />
          </ActionIcon>
        </Cell>
      )}
    </tr>
  );
}
