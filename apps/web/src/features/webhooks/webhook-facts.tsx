'use client';

import { ErrorState } from '../../components/error-state.tsx';
import { Fact, FactId, FactList } from '../../components/fact-list.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { LastSuccess } from './last-success.tsx';
import { useWebhook } from './use-webhook.ts';
import { WebhookEvents } from './webhook-events.tsx';
import styles from './webhook-facts.module.css';
import { WebhookNotice } from './webhook-notice.tsx';

/** How an endpoint fares, and what to do where it does not. */
export function WebhookFacts({ webhookId }: { webhookId: string }) {
  const { data: webhook, isDeleted, isError, error, refetch } = useWebhook(webhookId);
  if (!webhook) return isError ? <ErrorState error={error} onRetry={() => refetch()} /> : null;
  const { lastSuccessAt, failuresInRow, failingSince, lastFailureAt, previousSecretUntil } = webhook;

  return (
    <>
      <WebhookNotice isDeleted={isDeleted} webhook={webhook} />
      <FactList layout="columns">
        <Fact name="Last success">
          <LastSuccess at={lastSuccessAt} />
        </Fact>
        <Fact name="Last failure">
          {lastFailureAt ? <RelativeTime time={lastFailureAt} /> : <span>None</span>}
        </Fact>
        <Fact name="Failures in a row">
          {formatNumber(failuresInRow)}
          {failingSince && (
            <span className={styles.muted}>
              the first <RelativeTime time={failingSince} />
            </span>
          )}
        </Fact>
        <Fact name="Events">
          <WebhookEvents eventTypes={webhook.eventTypes} />
        </Fact>
        <Fact name="Signed with">
          {previousSecretUntil ? (
            <span>
              Two secrets, the old one ends <RelativeTime time={previousSecretUntil} />
            </span>
          ) : (
            <span>One secret</span>
          )}
        </Fact>
        <Fact name="Created">
          <RelativeTime time={webhook.createdAt} />
        </Fact>
        <Fact name="Id">
          <FactId id={webhook.id} subject="the endpoint’s id" />
        </Fact>
      </FactList>
    </>
  );
}
