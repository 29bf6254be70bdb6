import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { QueryError } from '#components/notices/error-state.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './completions-chart.module.css';

const dayFormat = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "Nov 21", from a date without a time: it is that day in every time zone. */
const dayName = (date: string): string => dayFormat.format(new Date(`${date}T00:00:00Z`));

/** How many tasks the agent completed on each of the last 30 days of the reader. */
export function CompletionsChart({ agentId }: { agentId: string }) {
  // The server does not know the time zone of the reader: start with UTC.
  const [timeZone, setTimeZone] = useState('UTC');
  useEffect(() => setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const completions = useQuery({
    ...useTRPC().agents.completions.queryOptions({ agentId, timeZone }),
    placeholderData: keepPreviousData,
  });
  if (!completions.data)
    return completions.isError ? <QueryError query={completions} /> : <Skeleton h={148} radius={8} />;
  const { days } = completions.data;
  const max = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>Completed per day</span>
        <span>
          {formatNumber(total)} in {days.length} days
        </span>
      </figcaption>
      <ol className={styles.days}>
        {days.map(({ date, count }) => {
          const label = `${dayName(date)}: ${formatNumber(count)}`;
          return (
            <li aria-label={label} className={styles.day} key={date} title={label}>
              <span
                className={styles.bar}
                data-empty={count === 0 ? true : undefined}
                style={{ height: `${(count / max) * 100}%` }}
              />
            </li>
          );
        })}
      </ol>
      <div aria-hidden className={styles.ends}>
        <span>{days[0] && dayName(days[0].date)}</span>
        <span>Today</span>
      </div>
    </figure>
  );
}
