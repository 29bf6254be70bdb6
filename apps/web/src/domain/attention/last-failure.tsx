import type { FailedAttempt } from '@crewboard/contracts';

/** Why the last attempt has ended: the reason that the agent gave, or the end of the lease. */
export function LastFailure({ failure }: { failure: Pick<FailedAttempt, 'outcome' | 'reason'> }) {
  if (!failure.reason) {
    return <>{failure.outcome === 'expired' ? 'The last lease expired.' : 'The last attempt failed.'}</>;
  }
  return (
    <>
      Last reason: “<bdi dir="auto">{failure.reason}</bdi>”
    </>
  );
}
