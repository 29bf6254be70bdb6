import type { DeliveryStatus } from '@crewboard/contracts';
import { IconCircleCheck, IconCircleX, IconClockHour4 } from '@tabler/icons-react';
import { use } from 'react';
import { StateLabel } from '#components/notices/state-label.tsx';
import { useDeliveryHold } from '#domain/webhooks/use-delivery-hold.ts';
import { exactTime } from '#lib/format/relative-time.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { RenderTime, useNow } from '#lib/time/use-now.ts';
import { deliveryStatusNames, nextAttemptLabel } from './delivery-labels.ts';

const looks = {
  pending: { Icon: IconClockHour4, tone: 'progress' },
  succeeded: { Icon: IconCircleCheck, tone: 'good' },
  failed: { Icon: IconCircleX, tone: 'bad' },
} as const;

export function DeliveryStatusLabel({ status }: { status: DeliveryStatus }) {
  return (
    <StateLabel hasPlainText {...looks[status]}>
      {deliveryStatusNames[status]}
    </StateLabel>
  );
}

interface NextAttemptProps {
  /** ISO 8601. */
  at: string;
  isEnabled: boolean;
  /** "Next attempt" is already shown beside it. */
  isNamed?: boolean;
}

/** When a pending delivery is attempted next; the exact time on hover. */
export function NextAttempt({ at, isEnabled, isNamed = false }: NextAttemptProps) {
  // `useNow` ticks only every 15 s: use the time of each render, which comes with each poll of the log.
  const isInBrowser = useNow() !== null;
  const isHeld = useDeliveryHold() !== null;
  const label = nextAttemptLabel(at, new Date(isInBrowser ? serviceNow() : use(RenderTime)), {
    isEnabled,
    isHeld,
    isNamed,
  });
  if (!isEnabled || isHeld) return <span>{label}</span>;

  return (
    <time dateTime={at} title={isInBrowser ? exactTime(new Date(at)) : undefined}>
      {label}
    </time>
  );
}
