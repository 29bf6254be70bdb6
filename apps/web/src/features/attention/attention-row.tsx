'use client';

import { type AttentionReason, canWrite } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { PriorityIcon } from '#components/task/priority-icon.tsx';
import { TimeSince } from '#components/time/time-since.tsx';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { useTeam } from '#domain/team/team.tsx';
import { byId } from '#lib/by-id.ts';
import { isPlainClick } from '#lib/focus/is-plain-click.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './attention.module.css';
import { Remedies } from './remedies.tsx';
import type { WaitingTask } from './use-groups.ts';
import { WaitDetail } from './wait-detail.tsx';

/** A task, why it stands still, and what a person can do about it. */
export function AttentionRow({ task, next, reason }: WaitingTask & { reason: AttentionReason }) {
  const { id: teamId, role } = useTeam();
  const { taskId, pathOfTask, openTask } = useBoardLocation();
  const projects = byId(useQuery(useTRPC().projects.summaries.queryOptions({ teamId })).data);
  const project = projects.get(task.projectId);

  function open(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    openTask(task.id);
  }

  return (
    <li className={styles.row} data-open={task.id === taskId || undefined}>
      <div className={styles.task}>
        <a
          aria-current={task.id === taskId ? 'true' : undefined}
          className={styles.name}
          data-task-id={task.id}
          dir="auto"
          href={pathOfTask(task.id)}
          onClick={open}
        >
          {task.title}
        </a>
        <div className={styles.meta}>
          <PriorityIcon priority={task.priority} />
          {project && (
            <bdi className={styles.project} dir="auto">
              {project.name}
            </bdi>
          )}
          <TimeSince time={next.since} />
          <WaitDetail next={next} task={task} />
        </div>
      </div>
      {canWrite(role) && <Remedies next={next} reason={reason} task={task} />}
    </li>
  );
}
