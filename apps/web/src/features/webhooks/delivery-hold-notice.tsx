'use client';

import type { DeliveryHold } from '@crewboard/contracts';
import { Warning } from '#components/notices/warning.tsx';
import { useDeliveryHold } from '#domain/webhooks/use-delivery-hold.ts';

const explanations: Record<NonNullable<DeliveryHold['reason']>, string> = {
  installation: 'Another installation sent the webhooks of this database before',
  server: 'The database was on another PostgreSQL server before',
};

/**
 * Says that the installation holds all deliveries, because its database may be a copy, and how an operator resumes
 * them.
 */
export function DeliveryHoldNotice() {
  const reason = useDeliveryHold({ isPolled: true });
  return (
    <div role="status">
      {reason && (
        <Warning m="md" title="Deliveries are held">
          {explanations[reason]}, so this may be a copy, and nothing is sent. Pending deliveries wait. Ask an
          operator of this installation to run <code>admin deliveries resume</code>.
        </Warning>
      )}
    </div>
  );
}
