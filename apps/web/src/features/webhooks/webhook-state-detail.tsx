import type { Webhook } from '@crewboard/contracts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { stateDetail } from './webhook-health.ts';

/** "3 failures in a row, the first 2h ago"; nothing of an endpoint that is well. */
export function WebhookStateDetail({ webhook }: { webhook: Webhook }) {
  const detail = stateDetail(webhook);
  return (
    detail && (
      <span>
        {detail.words} {detail.time && <RelativeTime time={detail.time} />}
      </span>
    )
  );
}
