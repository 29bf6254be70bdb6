import { Button } from '@mantine/core';
import styles from './log-end.module.css';

interface LogEndProps {
  log: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** What stands above, in a few words: "50 events". */
  shown: string;
  /** What is said where there are no older ones. */
  nothingBefore: string;
}

/** Beneath a log: the way to what is older, or that there is nothing. */
export function LogEnd({ log, shown, nothingBefore }: LogEndProps) {
  if (!log.hasNextPage)
    return (
      <p className={styles.end}>
        {shown}, {nothingBefore}
      </p>
    );
  return (
    <div className={styles.end}>
      {log.isFetchNextPageError && <p role="alert">What was before could not be loaded.</p>}
      <Button
        loading={log.isFetchingNextPage}
        onClick={() => void log.fetchNextPage()}
        size="xs"
        variant="default"
      >
        {log.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
      <span>{shown} shown</span>
    </div>
  );
}
