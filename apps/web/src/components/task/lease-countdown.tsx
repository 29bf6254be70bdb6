import { IconHourglassEmpty } from '@tabler/icons-react';
import { exactTime } from '#lib/format/relative-time.ts';
import { useCountdown } from '#lib/time/use-countdown.ts';
import styles from './mark.module.css';

interface LeaseCountdownProps {
  /** ISO 8601. */
  expiresAt: string;
  /** "Lease" is beside it as text. */
  isLabelled?: boolean;
}

/** The time left of the lease of a claim, kept current. The tooltip has the exact time. */
export function LeaseCountdown({ expiresAt, isLabelled = false }: LeaseCountdownProps) {
  const left = useCountdown(expiresAt);
  return (
    <span
      className={styles.mark}
      data-expired={left === 'expired' || undefined}
      title={left === null ? undefined : `Lease until ${exactTime(new Date(expiresAt))}`}
    >
      <IconHourglassEmpty aria-hidden size={13} stroke={1.75} />
      {!isLabelled && <span className="visually-hidden">Lease: </span>}
      <time dateTime={expiresAt}>{left}</time>
    </span>
  );
}
