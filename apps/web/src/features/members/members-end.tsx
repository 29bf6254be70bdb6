import { Button } from '@mantine/core';
import styles from '#components/lists/log-end.module.css';
import { formatNumber } from '#lib/format/format-number.ts';
import type { useMembers } from './use-members.ts';

interface MembersEndProps {
  list: ReturnType<typeof useMembers>;
  /** How many loaded members match the filter; absent without a filter. */
  found?: number;
}

const describeCount = (count: number) => `${formatNumber(count)} ${count === 1 ? 'member' : 'members'}`;

/** The end of the list: how many members are shown, and a button for more. */
export function MembersEnd({ list, found }: MembersEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, members } = list;
  const isFiltered = found !== undefined;
  const loaded = describeCount(members.length);
  const searched = `${formatNumber(found ?? 0)} of ${loaded}`;

  return (
    <div className={styles.end}>
      {isFetchNextPageError && <p role="alert">More members could not be loaded.</p>}
      {hasNextPage && (!isFiltered || isFetchNextPageError) && (
        <Button
          loading={isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          size="xs"
          variant="default"
        >
          {isFetchNextPageError ? 'Try again' : 'Load more'}
        </Button>
      )}
      <span role="status">
        {isFiltered ? searched : `${loaded}${hasNextPage ? ' shown' : ''}`}
        {isFiltered && hasNextPage && !isFetchNextPageError && ', searching…'}
      </span>
    </div>
  );
}
