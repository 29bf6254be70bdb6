import type { Webhook } from '@crewboard/contracts';
import { disabledWords } from '../../domain/webhooks/disabled-words.ts';
import { hostOf } from '../../domain/webhooks/endpoint-name.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

/** "Deliveries to hooks.example.com stopped: the receiver answered 410 Gone." */
export function stoppedWords([first, ...others]: Webhook[]): string {
  if (!first) return '';
  if (others.length > 0) return `Deliveries to ${formatNumber(others.length + 1)} endpoints stopped.`;
  const why = first.disabledReason ? `: ${disabledWords[first.disabledReason]}` : '';
  return `Deliveries to ${hostOf(first.url)} stopped${why}.`;
}

/** One disabling of one endpoint: whoever has dismissed it is told of the next one again. */
export const stopKey = ({ id, disabledAt }: Webhook): string => `${id}.${Date.parse(disabledAt ?? '')}`;
