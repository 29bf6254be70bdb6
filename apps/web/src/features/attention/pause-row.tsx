'use client';

import { canPause } from '@crewboard/contracts';
import type { PausedThing } from '#domain/attention/pauses-of.ts';
import { RemedyRow, ResumeRemedy } from '#domain/attention/remedies.tsx';
import { useTeam } from '#domain/team/team.tsx';
import styles from './attention.module.css';
import { Resolved } from './resolved.tsx';
import { PausedSubject } from './wait-detail.tsx';

/** What is paused, once for all tasks that wait for it. */
export function PauseRow({ paused, isResolved }: { paused: PausedThing; isResolved: boolean }) {
  const { role } = useTeam();
  return (
    <li className={styles.row}>
      <div className={styles.task}>
        <PausedSubject paused={paused} />
      </div>
      {isResolved && <Resolved>Resumed</Resolved>}
      {!isResolved && canPause(role) && (
        <RemedyRow>
          <ResumeRemedy paused={paused} />
        </RemedyRow>
      )}
    </li>
  );
}
