import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useArchive } from '#domain/board/changes/archive-mutations.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './task-notice.module.css';

interface ArchivedNoticeProps {
  task: BoardTask;
  archivedAt: string;
  canRestore: boolean;
  /** Absent for people who may not delete tasks. */
  onDelete: (() => void) | undefined;
}

/** Says that the task is archived, and restores it unless its project is archived too. */
export function ArchivedNotice({ task, archivedAt, canRestore, onDelete }: ArchivedNoticeProps) {
  const { restore } = useArchive();
  const { id: teamId } = useTeam();
  const projects = useQuery(useTRPC().projects.summaries.queryOptions({ teamId })).data;
  const isOfArchivedProject = projects !== undefined && !projects.some(({ id }) => id === task.projectId);
  return (
    <section aria-label="Archived" className={styles.notice} data-calm>
      <p className={styles.text}>
        Archived <RelativeTime time={archivedAt} />
        {isOfArchivedProject
          ? ' with its project. It cannot be changed until an admin restores the project in the settings.'
          : '. It cannot be changed until it is restored.'}
      </p>
      {canRestore && !isOfArchivedProject && (
        // Ignore the second click of a double click: by then, another button may be in this place.
        <Button onClick={({ detail }) => detail < 2 && void restore(task)} size="xs" variant="default">
          Restore
        </Button>
      )}
      {onDelete && (
        <Button onClick={onDelete} size="xs" variant="default">
          Delete…
        </Button>
      )}
    </section>
  );
}
