import type { BoardTask } from '@crewboard/contracts';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PriorityIcon } from '#components/task/priority-icon.tsx';
import { TimeSince } from '#components/time/time-since.tsx';
import { Remedies } from '#domain/attention/remedies.tsx';
import { useTaskStore } from '#domain/board/store/use-task-store.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { useTeam } from '#domain/team/team.tsx';
import { byId } from '#lib/by-id.ts';
import { linkOf, linksIn } from '#lib/focus/focus.ts';
import { onPlainClick } from '#lib/keys/on-plain-click.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './attention.module.css';
import type { FrozenRow } from './frozen-rows.ts';
import { WaitDetail } from './wait-detail.tsx';

/** A task, why it waits for a person, and buttons for what the person can do about it. */
export function AttentionRow({ task, next, lastFailure, isResolved }: FrozenRow) {
  const { id: teamId } = useTeam();
  const { taskId, pathOfTask, openTask } = useBoardLocation();
  const projects = byId(useQuery(useTRPC().projects.summaries.queryOptions({ teamId })).data);
  const project = projects.get(task.projectId);

  return (
    <li className={styles.row} data-open={task.id === taskId || undefined}>
      <div className={styles.task}>
        <a
          aria-current={task.id === taskId ? 'true' : undefined}
          className={styles.name}
          // The arrow keys skip resolved rows.
          data-row-id={isResolved ? undefined : task.id}
          data-task-id={task.id}
          dir="auto"
          href={pathOfTask(task.id)}
          onClick={onPlainClick(() => openTask(task.id))}
        >
          {task.title}
        </a>
        <div className={styles.meta}>
          <PriorityIcon priority={task.priority} />
          {project && (
            <bdi className={`${styles.project} truncate`} dir="auto">
              {project.name}
            </bdi>
          )}
          {!isResolved && <TimeSince time={next.since} />}
          {!isResolved && <WaitDetail lastFailure={lastFailure} next={next} task={task} />}
        </div>
      </div>
      {isResolved ? (
        <Resolution next={next} task={task} />
      ) : (
        <Remedies next={next} onAssigned={() => focusNextRow(task.id)} task={task} withMenu />
      )}
    </li>
  );
}

/** Moves the focus to the row after the row of this task, or before it if it is the last one. */
function focusNextRow(taskId: string) {
  const links = linksIn('data-row-id', linkOf('data-row-id', taskId)?.closest('main') ?? null);
  const index = links.findIndex(({ dataset }) => dataset.rowId === taskId);
  const target = links[index + 1] ?? links[index - 1];
  // After the dialog has returned the focus to its opener.
  setTimeout(() => target?.isConnected && target.focus({ preventScroll: true }));
}

const resolutions: Partial<Record<FrozenRow['next']['reason'], string>> = {
  attempts_exhausted: 'Released',
  paused: 'Resumed',
};

/** Says what a person has done about the task. */
function Resolution({ task, next }: { task: BoardTask; next: FrozenRow['next'] }) {
  const { status, assignedMemberId } = useTaskStore().shown(task.id) ?? task;
  const isAssigned = assignedMemberId !== null && assignedMemberId !== task.assignedMemberId;
  return (
    <Resolved>
      {status === 'cancelled'
        ? 'Cancelled'
        : isAssigned
          ? 'Assigned'
          : (resolutions[next.reason] ?? 'Resolved')}
    </Resolved>
  );
}

/** Takes the place of the buttons of a resolved row, until the pointer leaves the list. */
export const Resolved = ({ children }: { children: ReactNode }) => (
  <span className={styles.resolution}>
    <IconCheck aria-hidden size={14} />
    {children}
  </span>
);
