import { type BoardTask, canManage, canPause, canWrite, type DependencyTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconCircleX, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActionsMenu } from '#components/lists/actions-menu.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useArchive } from '#domain/board/changes/archive-mutations.ts';
import { isClaimed } from '#domain/board/changes/task-changes.ts';
import {
  useMoveTask,
  useReleaseTask,
  useTakeTask,
  useUpdateTask,
} from '#domain/board/changes/task-mutations.ts';
import { deadBlockers } from '#domain/board/dependencies/dependencies.ts';
import { useEditDependency } from '#domain/board/dependencies/dependency-mutations.ts';
import { useDependencies } from '#domain/board/dependencies/use-dependencies.ts';
import type { ShownNext } from '#domain/board/store/expected-next.ts';
import { useTaskStore } from '#domain/board/store/use-task-store.ts';
import { useChangePause } from '#domain/pauses/pause-mutations.ts';
import { usePaused } from '#domain/pauses/use-paused.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useAgent } from '#domain/team/use-agent.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import type { PausedThing } from './pauses-of.ts';
import styles from './remedies.module.css';

export const AssignDialog = lazyPart(async () => (await import('./assign-dialog.tsx')).AssignDialog);

interface RemediesProps {
  task: BoardTask;
  next: ShownNext;
  /** Adds a menu with the actions that always help. The panel of a task has them elsewhere. */
  withMenu?: boolean;
  /** Called once the task is assigned and the dialog is closed: the caller moves the focus. */
  onAssigned?: () => void;
}

/** Buttons that solve the reason for which a task does not move. */
export function Remedies({ task, next, withMenu = false, onAssigned }: RemediesProps) {
  const { role } = useTeam();
  const take = useTakeTask();
  const move = useMoveTask();
  const { dialog, open, close } = useDialog<'assign'>();
  const { reason } = next;
  const offersTake = reason === 'in_progress_unassigned' || (reason === 'stale' && next.was === 'queued');
  if (!canWrite(role)) return null;

  return (
    <div className={styles.remedies}>
      {offersTake && <Remedy label="Assign to me" onClick={() => void take(task)} title={task.title} />}
      <ReasonRemedies next={next} onAssign={() => open('assign')} task={task} />
      {withMenu && (
        <ActionsMenu
          actions={[
            !offersTake && { Icon: IconUserCheck, label: 'Assign to me', onClick: () => void take(task) },
            { Icon: IconUsers, label: 'Assign…', onClick: () => open('assign') },
            {
              Icon: IconCircleX,
              isDestructive: true,
              label: 'Cancel task',
              onClick: () => void move({ task, status: 'cancelled' }),
            },
          ]}
          subject={task.title}
          width={180}
        />
      )}
      {dialog && (
        <AssignDialog
          onAssigned={() => {
            close();
            onAssigned?.();
          }}
          onClose={close}
          task={task}
        />
      )}
    </div>
  );
}

interface ReasonRemediesProps {
  task: BoardTask;
  next: ShownNext;
  onAssign: () => void;
}

/** The buttons for this reason alone. */
function ReasonRemedies({ task, next, onAssign }: ReasonRemediesProps) {
  const release = useReleaseTask();
  const move = useMoveTask();
  const update = useUpdateTask(task);
  const { role } = useTeam();
  const { title, assignedAgentId } = task;
  switch (next.reason) {
    case 'attempts_exhausted':
      return <Remedy label="Release" onClick={() => void release(task)} title={title} />;
    case 'stale':
      if (isClaimed(task)) return <Remedy label="Release" onClick={() => void release(task)} title={title} />;
      return next.was === 'assigned' && <Remedy label="Assign…" onClick={onAssign} title={title} />;
    case 'blocker_cancelled':
      return <BlockerRemedies task={task} />;
    case 'not_before':
      return <Remedy label="Offer now" onClick={() => void update({ notBefore: null })} title={title} />;
    case 'agent_cannot_work':
      return (
        <>
          <Remedy label="Assign…" onClick={onAssign} title={title} />
          {canManage(role) && assignedAgentId && <AgentRemedy agentId={assignedAgentId} />}
        </>
      );
    case 'paused':
      return canPause(role) && next.paused && <ResumeRemedy paused={next.paused} />;
    case 'in_progress_unassigned':
      return (
        <Remedy label="Move to To do" onClick={() => void move({ task, status: 'todo' })} title={title} />
      );
    default:
      return null;
  }
}

/** The buttons for the first cancelled or archived blocker. The next one follows once this one is solved. */
function BlockerRemedies({ task }: { task: BoardTask }) {
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

/** A link to the page of the agent. For an active agent it opens the dialog that rotates the token. */
function AgentRemedy({ agentId }: { agentId: string }) {
  const { id: teamId } = useTeam();
  const isActive = useAgent(agentId)?.status === 'active';
  const page = `/t/${teamId}/agents/${agentId}`;
  if (!isActive) return <LinkRemedy href={page}>Open agent</LinkRemedy>;
  return <LinkRemedy href={`${page}?new=token`}>Rotate token</LinkRemedy>;
}

/** Resumes a paused agent or project, or all agents of the team. */
export function ResumeRemedy({ paused }: { paused: PausedThing }) {
  const change = useChangePause();
  const name = usePaused(paused)?.name ?? paused.type;
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
  /** The title of the thing that the button acts on, for screen readers. */
  title: string;
  isBusy?: boolean;
  onClick: () => void;
}

/** A button that solves a reason. */
export function Remedy({ label, title, isBusy, onClick }: RemedyProps) {
  return (
    <Button
      aria-label={`${label}: ${title}`}
      loading={isBusy}
      // The second click of a double click must not act on the button that takes this place.
      onClick={({ detail }) => detail < 2 && onClick()}
      size="compact-xs"
      variant="default"
    >
      {label}
    </Button>
  );
}

/** A link to the page where a person solves a reason. */
export function LinkRemedy({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button component={PageLink} href={href} size="compact-xs" variant="default">
      {children}
    </Button>
  );
}

/** The row of buttons for a thing that is not a task. */
export const RemedyRow = ({ children }: { children: ReactNode }) => (
  <div className={styles.remedies}>{children}</div>
);
