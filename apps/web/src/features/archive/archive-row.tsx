import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useArchive } from '#domain/board/archive-mutations.ts';
import { useTeam } from '#domain/team/team.tsx';
import styles from './archive-row.module.css';

interface ArchiveRowProps {
  task: BoardTask;
  /** Absent for an archived project. */
  projectName: string | undefined;
  canRestore: boolean;
}

export function ArchiveRow({ task, projectName, canRestore }: ArchiveRowProps) {
  const { id: teamId } = useTeam();
  const { restore } = useArchive();
  const [isBusy, setBusy] = useState(false);
  const project = projectName ?? 'An archived project';
  const archivedAt = task.archivedAt && <RelativeTime label="Archived" time={task.archivedAt} />;

  async function onRestore(): Promise<void> {
    setBusy(true);
    await restore(task);
    setBusy(false);
  }

  return (
    <tr>
      <Cell>
        <span className={styles.task}>
          <StatusIcon status={task.status} />
          <PageLink className={styles.title} dir="auto" href={`/t/${teamId}/board/tasks/${task.id}`}>
            {task.title}
          </PageLink>
        </span>
        <NarrowMeta>
          <span dir="auto">{project}</span>
          {archivedAt}
        </NarrowMeta>
      </Cell>
      <Cell wide>
        <span dir="auto">{project}</span>
      </Cell>
      <Cell wide>{archivedAt}</Cell>
      <Cell>
        {canRestore && (
          <Button
            aria-label={`Restore ${task.title}`}
            loading={isBusy}
            onClick={() => void onRestore()}
            size="compact-xs"
            variant="default"
          >
            Restore
          </Button>
        )}
      </Cell>
    </tr>
  );
}
