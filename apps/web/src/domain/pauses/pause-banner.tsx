import { canPause, type Pause } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconPlayerPauseFilled } from '@tabler/icons-react';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { actorName } from '#domain/events/event-actor.ts';
import { useTeam } from '#domain/team/team.tsx';
import { focusOrMain } from '#lib/focus/focus.ts';
import styles from './pause-banner.module.css';
import { type PauseTarget, useChangePause } from './pause-mutations.ts';

/** Says what is paused, why and by whom, with a button that resumes it. */
export function PauseBanner({ target, pause }: { target: PauseTarget; pause: Pause }) {
  const team = useTeam();
  const change = useChangePause();
  const subject =
    target.kind === 'team' ? (
      'All agents are paused'
    ) : (
      <>
        <bdi dir="auto">{target.name}</bdi> is paused
      </>
    );
  return (
    <section
      aria-label={target.kind === 'team' ? 'All agents are paused' : `${target.name} is paused`}
      className={styles.banner}
    >
      <IconPlayerPauseFilled aria-hidden className={styles.icon} size={16} />
      <div className={styles.text}>
        <strong>{subject}</strong>: <bdi dir="auto">{pause.reason}</bdi>{' '}
        <span className={styles.by}>
          (<bdi dir="auto">{actorName({ actor: pause.by })}</bdi>, <RelativeTime time={pause.at} />)
        </span>
      </div>
      {canPause(team.role) && (
        <Button
          loading={change.isPending}
          // The banner disappears with its button, so move the focus.
          onClick={() =>
            void change.mutateAsync({ target, request: null }).then(
              () => focusOrMain(null),
              () => undefined,
            )
          }
          variant="default"
        >
          Resume
        </Button>
      )}
    </section>
  );
}
