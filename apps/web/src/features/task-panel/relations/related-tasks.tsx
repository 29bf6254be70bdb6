import type { AgentSummary, DependencyTask, Person } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { RemoveButton } from '#components/lists/remove-button.tsx';
import { AgentAvatar, PersonAvatar } from '#components/task/avatars.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { useTeam } from '#domain/team/team.tsx';
import { byId } from '#lib/by-id.ts';
import { onPlainClick } from '#lib/keys/on-plain-click.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { SubtleButton } from '../subtle-button.tsx';
import styles from './related-tasks.module.css';

interface RelatedTasksProps {
  label: string;
  tasks: DependencyTask[];
  /** How many tasks are shown at first. */
  maxShown: number;
  /** Whether the relation to a task no longer matters: its link is less prominent. */
  isOver: (task: DependencyTask) => boolean;
  /**
   * Opens a form that puts another task in the place of the only one. Absent in lists, and for people who may not edit.
   */
  onChange?: () => void;
  /** Absent for people who may not edit. */
  onRemove?: (task: DependencyTask) => void;
  /** Archived tasks have no button that removes them: their removal would change them, which the service rejects. */
  keepsArchived?: boolean;
}

/** Related tasks as links that open them in the panel. */
export function RelatedTasks({ label, tasks, maxShown, isOver, ...props }: RelatedTasksProps) {
  const { onChange, onRemove, keepsArchived } = props;
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const agents = byId(useQuery(trpc.agents.summaries.queryOptions({ teamId })).data);
  const people = byId(useQuery(trpc.members.names.queryOptions({ teamId })).data);
  const [showsAll, setShowsAll] = useState(false);
  // The button "Show all" takes the room of one task.
  const shown = showsAll || tasks.length <= maxShown + 1 ? tasks : tasks.slice(0, maxShown);
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    // The button "Show all" has disappeared with the focus: focus the first further task.
    if (showsAll) list.current?.querySelectorAll('a')[maxShown]?.focus();
  }, [showsAll, maxShown]);

  if (tasks.length === 0) return null;
  return (
    <>
      <ul aria-label={label} className={styles.list} ref={list}>
        {shown.map((task) => (
          <RelatedTask
            agent={agents.get(task.assignedAgentId ?? '')}
            isOver={isOver(task)}
            key={task.id}
            label={label}
            onChange={onChange}
            onRemove={keepsArchived && task.archivedAt ? undefined : onRemove}
            person={people.get(task.assignedMemberId ?? '')}
            task={task}
          />
        ))}
      </ul>
      {shown.length < tasks.length && (
        <SubtleButton className={styles.more} onClick={() => setShowsAll(true)}>
          Show all {tasks.length}
        </SubtleButton>
      )}
    </>
  );
}

interface RelatedTaskProps extends Pick<RelatedTasksProps, 'label' | 'onChange' | 'onRemove'> {
  task: DependencyTask;
  isOver: boolean;
  agent?: AgentSummary;
  person?: Person;
}

function RelatedTask({ task, isOver, agent, person, label, onChange, onRemove }: RelatedTaskProps) {
  const { pathOfTask, openTask } = useBoardLocation();
  const { id, title, status, archivedAt } = task;

  return (
    <li className={styles.task}>
      <StatusIcon size={14} status={status} />
      <a
        className={`${styles.link} truncate`}
        data-over={isOver || undefined}
        dir="auto"
        href={pathOfTask(id)}
        onClick={onPlainClick(() => openTask(id))}
        title={title}
      >
        {title}
      </a>
      {archivedAt && <span className={styles.note}>Archived</span>}
      {agent && <AgentAvatar labelled lastActiveAt={agent.lastActiveAt} name={agent.name} size={18} />}
      {person && <PersonAvatar labelled name={person.name} size={18} />}
      {onChange && (
        <ActionIcon
          aria-label={`${label} “${title}”: change`}
          className={styles.remove}
          color="gray"
          data-change
          onClick={onChange}
          size="sm"
          variant="subtle"
        >
          <IconPencil aria-hidden size={13} />
        </ActionIcon>
      )}
      {onRemove && (
        <RemoveButton
          className={styles.remove}
          data-remove
          label={`${label} “${title}”: remove`}
          // The second click of a double click must not remove the task that takes this place.
          onClick={({ detail }) => detail < 2 && onRemove(task)}
        />
      )}
    </li>
  );
}
