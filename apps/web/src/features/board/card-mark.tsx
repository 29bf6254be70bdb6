'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPauseFilled } from '@tabler/icons-react';
import { StateLabel } from '#components/notices/state-label.tsx';
import type { attentionOf } from '#domain/board/next-actor.ts';
import { useReleaseTask } from '#domain/board/task-mutations.ts';
import { durationInWords } from '#lib/format/format-duration.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useNow } from '#lib/time/use-now.ts';
import { focusCard } from './focus-card.ts';
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
  /** What is paused, and why as far as the page knows. */
  paused?: { type: keyof typeof pausedLabels } | undefined;
  pauseReason?: string | undefined;
}

/** Why the task does not move until a person acts; since when is in its tooltip. */
export function CardMark({ reason, since, paused, pauseReason }: CardMarkProps) {
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

interface ReleaseButtonProps {
  task: BoardTask;
  /** The Tab key reaches it from its card. */
  isTabStop: boolean;
}

/** Lets agents claim a task again. It lies over its card: a link cannot contain a button. */
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
