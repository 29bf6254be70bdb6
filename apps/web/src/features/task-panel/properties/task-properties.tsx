'use client';

import {
  type BoardTask,
  isClosed,
  type TaskPatch,
  type TaskPriority,
  type TaskStatus,
} from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AgentAvatar, PersonAvatar } from '#components/task/avatars.tsx';
import { DueDate } from '#components/task/due-date.tsx';
import { LeaseCountdown } from '#components/task/lease-countdown.tsx';
import { PriorityIcon } from '#components/task/priority-icon.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import { boardStatuses, priorities, priorityNames, statusNames } from '#domain/board/statuses.ts';
import { assigneeOptions } from '#domain/team/assignee-options.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { PropertyDate } from './property-date.tsx';
import { PropertySelect } from './property-select.tsx';
import { PropertyStart } from './property-start.tsx';
import styles from './task-properties.module.css';

const NOBODY = '';

interface TaskPropertiesProps {
  task: BoardTask;
  canEdit: boolean;
  onMove?: (status: TaskStatus) => void;
  onUpdate?: (patch: TaskPatch) => Promise<boolean>;
  /** Further properties. */
  children?: ReactNode;
}

/** The properties of a task that cards and filters use. People who may change the task edit them in place. */
export function TaskProperties({ task, canEdit, onMove, onUpdate, children }: TaskPropertiesProps) {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const projects = useQuery(trpc.projects.summaries.queryOptions({ teamId })).data ?? [];
  const archivedProject = useArchivedProject(task);
  const agents = useQuery(trpc.agents.summaries.queryOptions({ teamId })).data ?? [];
  const people = useQuery(trpc.members.names.queryOptions({ teamId })).data ?? [];
  const personId = useAccountId();
  const assigneeId = task.assignedMemberId ?? task.assignedAgentId ?? NOBODY;
  // An inactive agent is an option only while it is assigned.
  const eligible = agents.filter(({ id, status }) => status === 'active' || id === assigneeId);
  const avatars = new Map([
    ...people.map(({ id, name }) => [id, <PersonAvatar key={id} name={name} size={18} />] as const),
    ...eligible.map(
      ({ id, name, lastActiveAt }) =>
        [id, <AgentAvatar key={id} lastActiveAt={lastActiveAt} name={name} size={18} />] as const,
    ),
  ]);
  const assignees = assigneeOptions({ people, agents: eligible }, personId).map((option) => ({
    ...option,
    icon: avatars.get(option.value),
  }));
  // A closed task keeps an assignee who has left the team.
  const isKnown = assigneeId === NOBODY || assignees.some(({ value }) => value === assigneeId);
  const formerAssignee = isKnown
    ? []
    : [{ value: assigneeId, label: task.assignedMemberId ? 'A former member' : 'Unknown' }];

  function assign(id: string): void {
    const isPerson = people.some((person) => person.id === id);
    if (isPerson) void onUpdate?.({ assignedMemberId: id });
    else if (id !== NOBODY) void onUpdate?.({ assignedAgentId: id });
    else void onUpdate?.(task.assignedMemberId ? { assignedMemberId: null } : { assignedAgentId: null });
  }

  return (
    <dl className={styles.properties}>
      <PropertySelect
        canEdit={canEdit}
        label="Status"
        onChange={(status) => onMove?.(status as TaskStatus)}
        options={boardStatuses.map((status) => ({
          value: status,
          label: statusNames[status],
          icon: <StatusIcon decorative status={status} />,
        }))}
        value={task.status}
      />
      <PropertySelect
        canEdit={canEdit}
        label="Priority"
        onChange={(priority) => void onUpdate?.({ priority: priority as TaskPriority })}
        options={priorities.map((priority) => ({
          value: priority,
          label: priorityNames[priority],
          icon: <PriorityIcon decorative priority={priority} />,
        }))}
        value={task.priority}
      />
      <PropertySelect
        canEdit={canEdit && !isClosed(task)}
        label="Assignee"
        onChange={assign}
        options={[{ value: NOBODY, label: 'Nobody' }, ...formerAssignee, ...assignees]}
        value={assigneeId}
      />
      <PropertySelect
        canEdit={canEdit}
        label="Project"
        onChange={(projectId) => void onUpdate?.({ projectId })}
        options={[...projects.map(({ id, name }) => ({ value: id, label: name })), ...archivedProject]}
        value={task.projectId}
      />
      <PropertyDate
        canEdit={canEdit}
        emptyText="None"
        label="Due date"
        onChange={(dueDate) => void onUpdate?.({ dueDate })}
        value={task.dueDate}
      >
        {task.dueDate ? <DueDate date={task.dueDate} isClosed={isClosed(task)} /> : null}
      </PropertyDate>
      <PropertyStart
        canEdit={canEdit}
        onChange={(notBefore) => void onUpdate?.({ notBefore })}
        time={task.notBefore}
      />
      {task.leaseExpiresAt && (
        <>
          <dt>Lease</dt>
          <dd>
            <LeaseCountdown expiresAt={task.leaseExpiresAt} isLabelled />
          </dd>
        </>
      )}
      {children}
    </dl>
  );
}

/**
 * The project of an archived task as an option, if the project is archived as well. Other tasks load no archived
 * projects.
 */
function useArchivedProject({ archivedAt, projectId }: BoardTask) {
  const { summaries } = useTRPC().projects;
  const { id: teamId } = useTeam();
  const enabled = archivedAt !== null;
  const archived = useQuery({ ...summaries.queryOptions({ teamId, archived: true }), enabled }).data ?? [];
  return archived.filter(({ id }) => id === projectId).map(({ id, name }) => ({ value: id, label: name }));
}
