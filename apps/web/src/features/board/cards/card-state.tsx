import type { BoardTask, Pause, TaskNext } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClockPlay, IconPlayerPauseFilled } from '@tabler/icons-react';
import { StateLabel } from '#components/notices/state-label.tsx';
import { LeaseCountdown } from '#components/task/lease-countdown.tsx';
import markStyles from '#components/task/mark.module.css';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useReleaseTask } from '#domain/board/changes/task-mutations.ts';
import type { attentionOf } from '#domain/board/next-actor.ts';
import { durationInWords } from '#lib/format/format-duration.ts';
import { isolate } from '#lib/text/isolate.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useNow } from '#lib/time/use-now.ts';
import { focusCard } from './card-focus.ts';
import styles from './task-card.module.css';

type Reason = NonNullable<ReturnType<typeof attentionOf>>;

const labels: Partial<Record<Reason, string>> = {
  attempts_exhausted: 'Attempts exhausted',
  stale: 'Stale',
  blocker_cancelled: 'Blocker cancelled',
  agent_cannot_work: 'Agent cannot work',
  in_progress_unassigned: 'Nobody is assigned',
};

const explanations: Partial<Record<Reason, string>> = {
  attempts_exhausted: 'As many attempts in a row failed as the project allows',
  stale: 'Nothing has happened for longer than the project allows',
  blocker_cancelled: 'It waits for a task that is cancelled or archived',
  agent_cannot_work: 'Its agent is inactive or has no valid token',
  in_progress_unassigned: 'It is in progress, and nobody is assigned',
};

const pausedLabels = { team: 'Agents paused', project: 'Project paused', agent: 'Agent paused' };

interface CardMarkProps {
  reason: Reason;
  since: string;
  /** What is paused, if a pause is the reason. */
  paused?: { type: keyof typeof pausedLabels } | undefined;
  /** Absent for a pause that the page has not read. */
  pauseReason?: string | undefined;
}

/** Why the task does not move until a person acts. The tooltip adds an explanation and the duration. */
function CardMark({ reason, since, paused, pauseReason }: CardMarkProps) {
  const now = useNow();
  const label = paused ? pausedLabels[paused.type] : (labels[reason] ?? 'Needs attention');
  const explanation = paused
    ? `${label}${pauseReason ? `: ${isolate(pauseReason)}` : ''}`
    : explanations[reason];
  const span = now === null ? '' : `, for ${durationInWords((now - Date.parse(since)) / 1_000)}`;
  return (
    <span title={`${explanation}${span}`}>
      <StateLabel Icon={paused ? IconPlayerPauseFilled : IconAlertTriangle} tone={paused ? 'muted' : 'warn'}>
        <strong>{label}</strong>
      </StateLabel>
    </span>
  );
}

interface CardStateProps {
  task: BoardTask;
  /** Why a person has to act; null if nobody has to, or if a banner already says it. */
  reason: Reason | null;
  next: TaskNext | null | undefined;
  /** The pause of the task's agent. */
  agentPause: Pause | undefined;
}

/**
 * The last row of a card: why a person has to act, or else the lease, the start time and the pause of the agent.
 * Nothing if the task has none of them.
 */
export function CardState({ task, reason, next, agentPause }: CardStateProps) {
  const now = useNow() ?? serviceNow();
  if (reason) {
    return (
      <span className={styles.meta}>
        <CardMark
          pauseReason={agentPause?.reason}
          paused={next?.paused}
          reason={reason}
          since={next?.since ?? task.statusChangedAt}
        />
      </span>
    );
  }
  const { attempt, leaseExpiresAt, notBefore } = task;
  const startsLater = notBefore !== null && Date.parse(notBefore) > now;
  if (!leaseExpiresAt && !startsLater && !agentPause) return null;
  return (
    <span className={styles.meta}>
      {leaseExpiresAt && <LeaseCountdown expiresAt={leaseExpiresAt} />}
      {leaseExpiresAt && attempt > 1 && <span>attempt {attempt}</span>}
      {startsLater && (
        <span className={markStyles.mark}>
          <IconClockPlay aria-hidden size={14} stroke={1.75} />
          <span>
            Starts <RelativeTime label="No agent gets it before" time={notBefore} />
          </span>
        </span>
      )}
      {agentPause && (
        <CardMark
          paused={{ type: 'agent' }}
          pauseReason={agentPause.reason}
          reason="paused"
          since={agentPause.at}
        />
      )}
    </span>
  );
}

interface ReleaseButtonProps {
  task: BoardTask;
  /** Whether the Tab key reaches the button: only beside the card that it reaches. */
  isTabStop: boolean;
}

/** Lets agents claim a task again. The button lies over the card instead of in it: a link cannot contain a button. */
export function ReleaseButton({ task, isTabStop }: ReleaseButtonProps) {
  const release = useReleaseTask();
  return (
    <Button
      aria-label={`Release “${task.title}”`}
      className={styles.release}
      onClick={({ detail }) => {
        if (detail > 1) return;
        void release(task);
        void focusCard(task.id);
      }}
      size="compact-xs"
      tabIndex={isTabStop ? 0 : -1}
      variant="default"
    >
      Release
    </Button>
  );
}
