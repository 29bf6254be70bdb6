import type { WebhookAttempt } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import framed from '#components/lists/framed-table.module.css';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import styles from './attempt-table.module.css';
import { errorDetail, latencyLabel, responseLabel } from './delivery-labels.ts';

const SHOWN_FIRST = 10;

/** The attempts of a delivery, the newest first. */
export function AttemptTable({ attempts }: { attempts: WebhookAttempt[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const newestFirst = attempts.map((attempt, index) => ({ attempt, number: index + 1 })).toReversed();
  const shown = showsAll ? newestFirst : newestFirst.slice(0, SHOWN_FIRST);

  return (
    <>
      <table aria-label="Attempts" className={`${framed.table} ${styles.table}`}>
        <thead>
          <tr>
            <th className={styles.number} scope="col">
              #
            </th>
            <th scope="col">Response</th>
            <th className={styles.latency} scope="col">
              Latency
            </th>
            <th className={styles.time} scope="col">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ attempt, number }) => (
            <tr key={number}>
              <td className={styles.number}>{number}</td>
              <td>
                <Response attempt={attempt} />
              </td>
              <td className={styles.latency}>{latencyLabel(attempt)}</td>
              <td className={styles.time}>
                <RelativeTime time={attempt.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < attempts.length && (
        <Button color="gray" mt={4} onClick={() => setShowsAll(true)} size="compact-xs" variant="subtle">
          Show {formatNumber(attempts.length - shown.length)} older
        </Button>
      )}
    </>
  );
}

function Response({ attempt }: { attempt: WebhookAttempt }) {
  const Icon = attempt.error === null ? IconCircleCheck : IconCircleX;
  const detail = errorDetail(attempt);
  return (
    <span className={styles.response} data-good={attempt.error === null || undefined}>
      <Icon aria-hidden size={14} stroke={1.75} />
      <span>
        {attempt.statusCode === null ? responseLabel(attempt) : <code>{attempt.statusCode}</code>}
        {detail && <span className={styles.error}>{detail}</span>}
      </span>
    </span>
  );
}
