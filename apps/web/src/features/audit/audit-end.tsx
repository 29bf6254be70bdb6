import { LogEnd } from '../../components/log-end.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import type { useAudit } from './use-audit.ts';

/** Beneath the events: the way to older ones, or that there are none. */
export function AuditEnd({ audit }: { audit: ReturnType<typeof useAudit> }) {
  const count = audit.events.length;
  const shown = `${formatNumber(count)} ${count === 1 ? 'event' : 'events'}`;
  return <LogEnd log={audit} nothingBefore="and nothing before" shown={shown} />;
}
