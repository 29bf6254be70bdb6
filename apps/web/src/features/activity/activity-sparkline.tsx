import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './activity-sparkline.module.css';
import { sparklinePath } from './sparkline-path.ts';

/** Poll: the 30 minutes move on without events. */
const POLL_INTERVAL_MS = 30_000;
const WIDTH = 90;
const HEIGHT = 22;

/** The claims and completions of the last 30 minutes as two lines, above the board. */
export function ActivitySparkline() {
  const { id: teamId } = useTeam();
  const activity = useQuery({
    ...useTRPC().events.activity.queryOptions({ teamId }),
    refetchInterval: POLL_INTERVAL_MS,
  });
  if (!activity.data) return null;
  const { minutes } = activity.data;
  const claims = minutes.map((minute) => minute.claims);
  const completions = minutes.map((minute) => minute.completions);
  const frame = { max: Math.max(1, ...claims, ...completions), width: WIDTH, height: HEIGHT };
  const label = `Last ${minutes.length} minutes: ${sum(claims)} claimed, ${sum(completions)} completed`;

  return (
    <div className={styles.activity} title={label}>
      <svg
        aria-label={label}
        className={styles.chart}
        height={HEIGHT}
        role="img"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
      >
        <path className={styles.claims} d={sparklinePath(claims, frame)} />
        <path className={styles.completions} d={sparklinePath(completions, frame)} />
      </svg>
      <span aria-hidden className={styles.numbers}>
        <span className={styles.claimed}>{sum(claims)} claimed</span>
        <span className={styles.completed}>{sum(completions)} done</span>
      </span>
    </div>
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
