import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import type { BoardData } from '../use-board-data.ts';
import { type FirstStep, listFirstSteps } from './first-steps.ts';
import styles from './first-steps-card.module.css';

interface FirstStepsCardProps {
  data: BoardData;
  /** Called with a click on a step: from then on, a board with tasks shows the compact card, which needs no call. */
  onBegin?: () => void;
  onCreate: () => void;
  onDismiss: () => void;
  /** A row of short steps, for the place above the columns. */
  isCompact?: boolean;
}

/** The first steps of a new team. A step is ticked once the board or the activity of agents shows that it is done. */
export function FirstStepsCard({
  data,
  onBegin,
  onCreate,
  onDismiss,
  isCompact = false,
}: FirstStepsCardProps) {
  const { id: teamId } = useTeam();
  const activity = useQuery(useTRPC().events.activity.queryOptions({ teamId })).data;
  const steps = listFirstSteps(data, activity);
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  const variantOf = (key: FirstStep['key']) => (next?.key === key ? 'filled' : 'default');
  const linkTo = (key: FirstStep['key'], page: string, label: string) => (
    <Button component={PageLink} href={`/t/${teamId}/${page}`} onClick={onBegin} variant={variantOf(key)}>
      {label}
    </Button>
  );
  function create() {
    onBegin?.();
    onCreate();
  }
  const actions: Record<FirstStep['key'], ReactNode> = {
    agent: linkTo('agent', 'agents?new=agent', 'Create an agent'),
    task: (
      <Button onClick={create} variant={variantOf('task')}>
        Create a task
      </Button>
    ),
    // The agent does this step.
    watch: null,
    invite: linkTo('invite', 'settings/members', 'Invite people'),
  };

  return (
    <section aria-label="First steps" className={styles.card} data-compact={isCompact || undefined}>
      <header className={styles.head}>
        <h2 className={styles.heading}>First steps</h2>
        <span className={styles.progress} role="status">
          {next ? `${done} of ${steps.length} done` : 'All done: your crew is at work'}
        </span>
        <CloseButton aria-label="Hide the first steps" onClick={onDismiss} size="sm" />
      </header>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            aria-current={step === next ? 'step' : undefined}
            className={styles.step}
            data-done={step.isDone || undefined}
            key={step.key}
          >
            <span aria-hidden className={styles.number}>
              {step.isDone ? '✓' : index + 1}
            </span>
            <div className={styles.text}>
              <h3 className={styles.title}>
                {step.title}
                {step.isDone && <span className="visually-hidden"> (done)</span>}
              </h3>
              <p className={styles.about}>{step.about}</p>
            </div>
            {!step.isDone && actions[step.key] && <div className={styles.action}>{actions[step.key]}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}
