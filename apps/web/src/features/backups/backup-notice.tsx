import { useQuery } from '@tanstack/react-query';
import { PageNotice } from '#components/notices/page-notice.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

/** Poll: another process makes the backups, without an event. */
const pollIntervalMs = 60_000;

/** A line above every page for operators, while backups are late, failed or cannot be read. */
export function BackupNotice() {
  const options = useTRPC().system.backups.queryOptions(undefined, { refetchInterval: pollIntervalMs });
  const { problem = null, lastBackupAt, cause } = useQuery(options).data ?? {};
  const reason = cause?.replace(/\.$/, '');
  return (
    <PageNotice>
      {problem && (
        <>
          {problem === 'late' && 'The backup of this installation is overdue. '}
          {problem === 'failed' && `The backup of this installation failed: ${reason}. `}
          {problem === 'unreadable' && `The folder of the backups cannot be read: ${reason}. `}
          {lastBackupAt ? (
            <>
              The last one was made <RelativeTime time={lastBackupAt} />.{' '}
            </>
          ) : (
            problem !== 'unreadable' && 'There is none yet. '
          )}
          Run <code>admin doctor</code> on the server: it says what to do.
        </>
      )}
    </PageNotice>
  );
}
