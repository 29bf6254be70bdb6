'use client';

import type { DeliveryHold } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { Warning } from '#components/notices/warning.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

/** An operator releases deliveries without an event. */
const pollIntervalMs = 10_000;

const explanations: Record<NonNullable<DeliveryHold['reason']>, string> = {
  installation: 'Another installation sent the webhooks of this database before',
  server: 'The database was on another PostgreSQL server before',
};

/** Says that the installation holds all deliveries, because its database may be a copy, and who can release them. */
export function DeliveryHoldNotice() {
  const { data } = useQuery(
    useTRPC().webhooks.hold.queryOptions(undefined, { refetchInterval: pollIntervalMs }),
  );
  return (
    <div role="status">
      {data?.reason && (
        <Warning m="md" title="Deliveries are held">
          {explanations[data.reason]}, so this may be a copy, and nothing is sent. Pending deliveries wait.
          Ask an operator of this installation to run <code>admin deliveries resume</code>.
        </Warning>
      )}
    </div>
  );
}
