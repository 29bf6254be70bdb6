import type { BoardTask } from '@crewboard/contracts';
import { useState } from 'react';
import { ArchivedActions } from '#components/lists/archived-actions.tsx';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useArchive } from '#domain/board/changes/archive-mutations.ts';
import { onPlainClick } from '#lib/keys/on-plain-click.ts';
import styles from './archive.module.css';

interface ArchiveRowProps {
  task: BoardTask;
  /** Absent until the projects are loaded. */
  project: ArchiveProject | undefined;
  href: string;
  isOpen: boolean;
  canRestore: boolean;
  /** Absent for people who may not delete tasks. */
  onDelete: ((task: BoardTask) => void) | undefined;
  onOpen: (id: string) => void;
}

export interface ArchiveProject {
  name: string;
  isArchived: boolean;
}

/** An archived task with the buttons that restore and delete it. Its link opens it in the panel. */
export function ArchiveRow({ task, project, href, isOpen, canRestore, onDelete, onOpen }: ArchiveRowProps) {
  const { restore } = useArchive();
  const [isBusy, setBusy] = useState(false);
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
          <a
            aria-current={isOpen ? 'true' : undefined}
            className={styles.title}
            data-task-id={task.id}
            dir="auto"
            href={href}
            onClick={onPlainClick(() => onOpen(task.id))}
          >
            {task.title}
          </a>
        </span>
        <NarrowMeta>
          <ProjectName project={project} />
          {archivedAt}
        </NarrowMeta>
      </Cell>
      <Cell wideOnly>
        <ProjectName project={project} />
      </Cell>
      <Cell wideOnly>{archivedAt}</Cell>
      <Cell>
        <ArchivedActions
          isRestoring={isBusy}
          name={task.title}
          onDelete={onDelete && (() => onDelete(task))}
          onRestore={canRestore ? () => void onRestore() : undefined}
        />
      </Cell>
    </tr>
  );
}

function ProjectName({ project }: { project: ArchiveProject | undefined }) {
  if (!project) return null;
  return (
    <span>
      <bdi dir="auto">{project.name}</bdi>
      {project.isArchived && <span className={styles.state}> (archived)</span>}
    </span>
  );
}
