import {
  type AgentSummary,
  type BoardTask,
  boardTime,
  isClosed,
  type Person,
  type ProjectSummary,
  type TaskStatus,
} from '@crewboard/contracts';
import { IconLink, IconMessage } from '@tabler/icons-react';
import { AgentAvatar, PersonAvatar } from '#components/task/avatars.tsx';
import { BlockedMark } from '#components/task/blocked-mark.tsx';
import { DueDate } from '#components/task/due-date.tsx';
import { PriorityIcon } from '#components/task/priority-icon.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import type { BoardFilters } from '#domain/board/board-filters.ts';
import { attentionOf } from '#domain/board/next-actor.ts';
import { useStored } from '#domain/board/store/use-task-store.ts';
import { linkHost } from '#lib/format/link-host.ts';
import type { BoardData } from '../use-board-data.ts';
import { CardState } from './lazy-card-state.ts';
import styles from './task-card.module.css';

/** What happened at the time on a card, by which its column is sorted. */
const timeLabels: Record<TaskStatus, string> = {
  todo: 'Created',
  in_progress: 'In progress since',
  done: 'Done',
  cancelled: 'Cancelled',
};

export interface TaskCardProps {
  task: BoardTask;
  project?: ProjectSummary;
  agent?: AgentSummary;
  person?: Person;
  /** Whether the board is filtered by the project of the card. */
  isOfOneProject: boolean;
}

export const toCardProps = (task: BoardTask, data: BoardData, filters: BoardFilters): TaskCardProps => ({
  task,
  project: data.projectsById.get(task.projectId),
  agent: data.agentsById.get(task.assignedAgentId ?? ''),
  person: data.peopleById.get(task.assignedMemberId ?? ''),
  isOfOneProject: filters.projectId !== undefined,
});

/** The content of a card. Its link, and dragging, are in `DraggableCard`: the copy under the pointer has neither. */
export function TaskCard({ task, project, agent, person, isOfOneProject }: TaskCardProps) {
  const [firstLink] = task.links;
  const next = useStored((store) => store.nextOf(task.id));
  const attention = attentionOf(task, next);
  const paused = next?.paused?.type;
  // A banner names the pause once for all cards.
  const hasBanner = paused === 'team' || (paused === 'project' && isOfOneProject);
  const reason = attention === 'paused' && hasBanner ? null : attention;
  const hasState = !isClosed(task) && (task.leaseExpiresAt || task.notBefore || agent?.paused);
  return (
    <>
      <span className={styles.title} dir="auto">
        {task.title}
      </span>
      <span className={styles.meta}>
        <PriorityIcon priority={task.priority} />
        {project && (
          <span className={`${styles.project} truncate`} dir="auto" title={project.name}>
            {project.name}
          </span>
        )}
        {/* The reason, such as a cancelled blocker, is shown instead: a person has to act on it first. */}
        {task.isBlocked && !reason && !isClosed(task) && <BlockedMark isCompact />}
        {task.dueDate && !isClosed(task) && <DueDate date={task.dueDate} />}
        <CommentCount taskId={task.id} />
        {agent && <AgentAvatar labelled lastActiveAt={agent.lastActiveAt} name={agent.name} size={18} />}
        {person && <PersonAvatar labelled name={person.name} size={18} />}
        <span className={styles.age}>
          <RelativeTime label={timeLabels[task.status]} time={boardTime(task)} />
        </span>
      </span>
      {firstLink && (
        <span className={styles.meta} title={firstLink.title ?? firstLink.url}>
          <IconLink aria-hidden size={14} stroke={1.75} />
          <span className="truncate">{linkHost(firstLink.url)}</span>
        </span>
      )}
      {(reason || hasState) && (
        <CardState
          next={next}
          pauses={{ project: project?.paused, agent: agent?.paused }}
          reason={reason}
          task={task}
        />
      )}
    </>
  );
}

function CommentCount({ taskId }: { taskId: string }) {
  const count = useStored((store) => store.commentCount(taskId));
  if (count === 0) return null;
  return (
    <span className={styles.comments}>
      <IconMessage aria-hidden size={14} stroke={1.75} />
      {count}
      <span className="visually-hidden"> comment{count > 1 && 's'}</span>
    </span>
  );
}
