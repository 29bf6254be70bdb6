'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
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
import type { HeldRow } from './held-rows.ts';
import { Resolved } from './resolved.tsx';
import { WaitDetail } from './wait-detail.tsx';

/** A task, why it stands still, and what a person can do about it. */
export function AttentionRow({ task, next, lastFailure, isResolved }: HeldRow) {
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
          // Keys pass over what is resolved.
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
        <Remedies next={next} onAssigned={goOnAfter(task.id)} task={task} withMenu />
      )}
    </li>
  );
}

/** Returns what moves the focus to the row that follows this one now. */
function goOnAfter(taskId: string) {
  return () => {
    const links = linksIn('data-row-id', linkOf('data-row-id', taskId)?.closest('main') ?? null);
    const index = links.findIndex(({ dataset }) => dataset.rowId === taskId);
    const target = links[index + 1] ?? links[index - 1];
    // After the dialog has returned the focus.
    setTimeout(() => target?.isConnected && target.focus({ preventScroll: true }));
  };
}

const resolutions: Partial<Record<HeldRow['next']['reason'], string>> = {
  attempts_exhausted: 'Released',
  paused: 'Resumed',
};

/** What was done about the task. */
function Resolution({ task, next }: { task: BoardTask; next: HeldRow['next'] }) {
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
