import type { FailedAttempt } from '@crewboard/contracts';

/** How the last attempt has ended: its reason, or that its lease expired. */
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
