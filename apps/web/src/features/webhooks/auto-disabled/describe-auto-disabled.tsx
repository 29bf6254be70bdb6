import type { Webhook } from '@crewboard/contracts';
import { disabledReasonLabels } from '#domain/webhooks/disabled-reason-labels.ts';
import { hostOf } from '#domain/webhooks/endpoint-name.ts';
import { formatNumber } from '#lib/format/format-number.ts';

/** "Deliveries to hooks.example.com stopped: the receiver responded with 410 Gone." */
export function describeAutoDisabled([first, ...others]: Webhook[]): string {
  if (!first) return '';
  if (others.length > 0) return `Deliveries to ${formatNumber(others.length + 1)} endpoints stopped.`;
  const reason = first.disabledReason ? `: ${disabledReasonLabels[first.disabledReason]}` : '';
  return `Deliveries to ${hostOf(first.url)} stopped${reason}.`;
}

/** The text as a lazily loaded part: most teams never need it. */
export const AutoDisabledText = ({ webhooks }: { webhooks: Webhook[] }) => describeAutoDisabled(webhooks);
