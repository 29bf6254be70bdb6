import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { exactTime } from '#lib/format/relative-time.ts';
import { useTimeAgo } from '#lib/time/use-countdown.ts';
import styles from './connection.module.css';

interface ConnectionStateProps {
  lastActiveAt: string | null;
  /** In milliseconds since 1970. Earlier calls do not count, because they were made with another token. */
  countsFromMs?: number;
}

/** Whether the agent has called, and how long ago. Screen readers announce the first call. */
export function ConnectionState({ lastActiveAt, countsFromMs = 0 }: ConnectionStateProps) {
  const calledAt = lastActiveAt !== null && Date.parse(lastActiveAt) > countsFromMs ? lastActiveAt : null;
  const Icon = calledAt ? IconCircleCheck : IconCircleDashed;
  return (
    <span className={styles.state} data-connected={calledAt !== null || undefined}>
      <Icon aria-hidden size={16} />
      <span role="status">{calledAt ? 'Connected' : 'Waiting for the first call'}</span>
      {calledAt && <CalledAt time={calledAt} />}
    </span>
  );
}

function CalledAt({ time }: { time: string }) {
  const ago = useTimeAgo(time);
  return (
    <time dateTime={time} title={ago === null ? undefined : `Last call ${exactTime(new Date(time))}`}>
      {ago}
    </time>
  );
}
