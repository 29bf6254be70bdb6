'use client';

import type { Webhook } from '@crewboard/contracts';
import { Text } from '@mantine/core';
import { Fact, FactId, FactList } from '#components/lists/fact-list.tsx';
import { ErrorState } from '#components/notices/error-state.tsx';
import { Warning } from '#components/notices/warning.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { LastSuccess, TextWithTime, WebhookEvents } from './webhook-labels.tsx';
import { findProblem } from './webhook-problem.ts';

/** The state of an endpoint, and what to do if deliveries do not arrive. */
export function WebhookFacts({ webhookId }: { webhookId: string }) {
  const { webhook, isDeleted, error, refetch } = useWebhook(webhookId, { isPolled: true });
  if (!webhook) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : null;
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
            <Text c="dimmed" component="span" size="xs">
              the first <RelativeTime time={failingSince} />
            </Text>
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
        <Fact name="ID">
          <FactId id={webhook.id} subject="the endpoint’s id" />
        </Fact>
      </FactList>
    </>
  );
}

function WebhookNotice({ webhook, isDeleted }: { webhook: Webhook; isDeleted: boolean }) {
  const listPath = `/t/${useTeam().id}/webhooks`;
  if (isDeleted) {
    return (
      <Warning role="status" title="This endpoint was deleted">
        Nothing is sent to it any more. <PageLink href={listPath}>All endpoints</PageLink>
      </Warning>
    );
  }
  const problem = findProblem(webhook);
  return (
    problem && (
      <Warning role="status" title={<TextWithTime text={problem.title} time={problem.time} />}>
        {problem.advice}
      </Warning>
    )
  );
}
