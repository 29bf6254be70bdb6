import { Button } from '@mantine/core';
import styles from './log-end.module.css';

interface LogEndProps {
  log: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** The number of rows above, such as "50 events". */
  shown: string;
  /** The text if there are no older rows. */
  end: string;
}

/** The last row of a log: loads older rows, or says that there are none. */
export function LogEnd({ log, shown, end }: LogEndProps) {
  if (!log.hasNextPage) return <p className={styles.end}>{end}</p>;
  return (
    <div className={styles.end}>
      {log.isFetchNextPageError && <p role="alert">Could not load older rows.</p>}
      <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()} variant="default">
        {log.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
      <span>{shown} shown</span>
    </div>
  );
}
