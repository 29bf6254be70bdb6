'use client';

import type { BoardTask, TaskPatch, TaskPriority, TaskStatus } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { AgentAvatar } from '#components/task/agent-avatar.tsx';
import { DueDate } from '#components/task/due-date.tsx';
import { LeaseCountdown } from '#components/task/lease-countdown.tsx';
import { PriorityIcon } from '#components/task/priority-icon.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { boardStatuses, isClosed, priorities, priorityNames, statusNames } from '#domain/board/statuses.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { PropertyDate } from './property-date.tsx';
import { PropertySelect } from './property-select.tsx';
import styles from './task-properties.module.css';

const NOBODY = '';

interface TaskPropertiesProps {
  task: BoardTask;
  canEdit: boolean;
  onMove?: (status: TaskStatus) => void;
  onUpdate?: (patch: TaskPatch) => Promise<boolean>;
}

export function TaskProperties({ task, canEdit, onMove, onUpdate }: TaskPropertiesProps) {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const projects = useQuery(trpc.projects.summaries.queryOptions({ teamId })).data ?? [];
  const agents = useQuery(trpc.agents.summaries.queryOptions({ teamId })).data ?? [];
  // An inactive agent is an option only while it is assigned.
  const eligible = agents.filter(({ id, status }) => status === 'active' || id === task.assignedAgentId);
  const agentOptions = eligible.map(({ id, name, lastActiveAt }) => ({
    value: id,
    label: name,
    icon: <AgentAvatar lastActiveAt={lastActiveAt} name={name} size={18} />,
  }));

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
        canEdit={canEdit && !isClosed(task.status)}
        label="Assignee"
        onChange={(id) => void onUpdate?.({ assignedAgentId: id === NOBODY ? null : id })}
        options={[{ value: NOBODY, label: 'Nobody' }, ...agentOptions]}
        value={task.assignedAgentId ?? NOBODY}
      />
      <PropertySelect
        canEdit={canEdit}
        label="Project"
        onChange={(projectId) => void onUpdate?.({ projectId })}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={task.projectId}
      />
      <PropertyDate
        canEdit={canEdit}
        label="Due date"
        onChange={(dueDate) => void onUpdate?.({ dueDate })}
        value={task.dueDate}
      >
        {task.dueDate ? <DueDate date={task.dueDate} /> : 'None'}
      </PropertyDate>
      {task.leaseExpiresAt && (
        <>
          <dt>Lease</dt>
          <dd>
            <LeaseCountdown expiresAt={task.leaseExpiresAt} isLabelled />
          </dd>
        </>
      )}
    </dl>
  );
}
