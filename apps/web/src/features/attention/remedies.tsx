'use client';

import {
  type AttentionReason,
  canManage,
  canPause,
  type DependencyTask,
  type TaskNext,
} from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconCircleX, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Action, ActionsMenu } from '#components/lists/actions-menu.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useArchive } from '#domain/board/archive-mutations.ts';
import { deadBlockers } from '#domain/board/dependencies.ts';
import { useEditDependency } from '#domain/board/dependency-mutations.ts';
import { isHeld } from '#domain/board/task-changes.ts';
import { useMoveTask, useReleaseTask, useTakeTask } from '#domain/board/task-mutations.ts';
import { useDependencies } from '#domain/board/use-dependencies.ts';
import { useTaskStore } from '#domain/board/use-task-store.ts';
import { useChangePause } from '#domain/pauses/pause-mutations.ts';
import { usePausedName } from '#domain/pauses/use-paused-name.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './attention.module.css';
import type { WaitingTask } from './use-groups.ts';

export const AssignDialog = lazyPart(async () => (await import('./assign-dialog.tsx')).AssignDialog);

type RemediesProps = WaitingTask & { reason: AttentionReason };

/** What solves the reason as buttons, and what always helps in a menu. */
export function Remedies({ task, next, reason }: RemediesProps) {
  const take = useTakeTask();
  const move = useMoveTask();
  const { dialog, open, close } = useDialog<'assign'>();
  const takes = reason === 'in_progress_unassigned' || (reason === 'stale' && next.was === 'queued');

  return (
    <div className={styles.remedies}>
      {takes && <Remedy label="Assign to me" onClick={() => void take(task)} title={task.title} />}
      <ReasonRemedies next={next} onAssign={() => open('assign')} reason={reason} task={task} />
      <ActionsMenu subject={task.title} width={180}>
        {!takes && <Action Icon={IconUserCheck} label="Assign to me" onClick={() => void take(task)} />}
        <Action Icon={IconUsers} label="Assign…" onClick={() => open('assign')} />
        <Action
          Icon={IconCircleX}
          isDestructive
          label="Cancel task"
          onClick={() => void move({ task, status: 'cancelled' })}
        />
      </ActionsMenu>
      {dialog && <AssignDialog onClose={close} task={task} />}
    </div>
  );
}

/** What is there for this reason alone. */
function ReasonRemedies({ task, next, reason, onAssign }: RemediesProps & { onAssign: () => void }) {
  const release = useReleaseTask();
  const move = useMoveTask();
  const { role } = useTeam();
  const { title } = task;
  switch (reason) {
    case 'attempts_exhausted':
      return <Remedy label="Release" onClick={() => void release(task)} title={title} />;
    case 'stale':
      if (isHeld(task)) return <Remedy label="Release" onClick={() => void release(task)} title={title} />;
      return next.was === 'assigned' && <Remedy label="Assign…" onClick={onAssign} title={title} />;
    case 'blocker_cancelled':
      return <BlockerRemedies task={task} />;
    case 'agent_cannot_work':
      return (
        <>
          <Remedy label="Assign…" onClick={onAssign} title={title} />
          {canManage(role) && next.agentId && <AgentRemedy agentId={next.agentId} />}
        </>
      );
    case 'paused':
      return canPause(role) && next.paused && <ResumeRemedy paused={next.paused} />;
    case 'in_progress_unassigned':
      return (
        <Remedy label="Move to To do" onClick={() => void move({ task, status: 'todo' })} title={title} />
      );
  }
}

/** Of the first task on which nobody works; then the next one is the first. */
function BlockerRemedies({ task }: Pick<WaitingTask, 'task'>) {
  const [blocker] = deadBlockers(useDependencies(task).blockers);
  const edit = useEditDependency(task);
  const reopen = useReopen();
  if (!blocker) return null;
  return (
    <>
      <Remedy
        label={blocker.archivedAt ? 'Restore blocker' : 'Reopen blocker'}
        onClick={() => void reopen(blocker)}
        title={blocker.title}
      />
      <Remedy
        label="Remove dependency"
        onClick={() => void edit.remove('blockers', blocker)}
        title={blocker.title}
      />
    </>
  );
}

/** Reopens a task, or restores it from the archive. */
function useReopen() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const move = useMoveTask();
  const { restore } = useArchive();

  return async ({ id: taskId }: DependencyTask): Promise<void> => {
    try {
      const task =
        store.shown(taskId) ?? (await queryClient.fetchQuery(trpc.tasks.get.queryOptions({ taskId })));
      await (task.archivedAt ? restore(task) : move({ task, status: 'todo' }));
    } catch (error) {
      showError(error);
    }
  };
}

/** The page of the agent, where its token is rotated at once unless it is inactive. */
function AgentRemedy({ agentId }: { agentId: string }) {
  const { id: teamId } = useTeam();
  const agents = useQuery(useTRPC().agents.summaries.queryOptions({ teamId })).data;
  const isActive = agents?.find(({ id }) => id === agentId)?.status === 'active';
  const page = `/t/${teamId}/agents/${agentId}`;
  if (!isActive) return <LinkRemedy href={page}>Open agent</LinkRemedy>;
  return <LinkRemedy href={`${page}?new=token`}>Rotate token</LinkRemedy>;
}

function ResumeRemedy({ paused }: { paused: NonNullable<TaskNext['paused']> }) {
  const change = useChangePause();
  const name = usePausedName(paused) ?? paused.type;
  const target = { kind: paused.type, id: paused.id, name };
  return (
    <Remedy
      isBusy={change.isPending}
      label={paused.type === 'team' ? 'Resume all agents' : `Resume ${paused.type}`}
      onClick={() => change.mutate({ target, request: null })}
      title={name}
    />
  );
}

interface RemedyProps {
  label: string;
  /** What it acts on, for screen readers. */
  title: string;
  isBusy?: boolean;
  onClick: () => void;
}

function Remedy({ label, title, isBusy, onClick }: RemedyProps) {
  return (
    <Button
      aria-label={`${label}: ${title}`}
      loading={isBusy}
      // The second click of a double click must not act on what is there then.
      onClick={({ detail }) => detail < 2 && onClick()}
      size="compact-xs"
      variant="default"
    >
      {label}
    </Button>
  );
}

export function LinkRemedy({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button component={PageLink} href={href} size="compact-xs" variant="default">
      {children}
    </Button>
  );
}
