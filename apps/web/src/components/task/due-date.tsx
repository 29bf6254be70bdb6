import { IconCalendarDue, IconCalendarExclamation } from '@tabler/icons-react';
import { toLocalDate } from '#lib/format/local-time.ts';
import { calendarDay } from '#lib/format/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './mark.module.css';

interface DueDateProps {
  /** Without a time, such as 2026-11-21. */
  date: string;
  /** The task is closed: nothing is overdue any more. */
  isClosed?: boolean;
}

/** The day by which a task should be done, marked once it is over in the time zone of the browser. */
export function DueDate({ date, isClosed = false }: DueDateProps) {
  const now = useNow();
  const isOverdue = !isClosed && now !== null && date < toLocalDate(new Date(now));
  const Icon = isOverdue ? IconCalendarExclamation : IconCalendarDue;
  const label = isOverdue ? 'Overdue since' : 'Due';
  return (
    <span
      className={styles.mark}
      data-overdue={isOverdue || undefined}
      title={`${label} ${calendarDay(date)}`}
    >
      <Icon aria-hidden size={13} stroke={1.75} />
      <span className="visually-hidden">{label} </span>
      <time dateTime={date} suppressHydrationWarning>
        {calendarDay(date, new Date(now ?? Date.now()))}
      </time>
    </span>
  );
}
