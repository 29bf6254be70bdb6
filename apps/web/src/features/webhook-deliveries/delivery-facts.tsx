'use client';

import type { WebhookDeliveryDetails } from '@crewboard/contracts';
import { useMemo } from 'react';
import { Fact, FactId, FactList } from '#components/lists/fact-list.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { taskPath } from '#domain/board/board-paths.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import styles from './delivery-details.module.css';
import { NextAttempt } from './next-attempt.tsx';
import { taskIn } from './payload.ts';

export function DeliveryFacts({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const team = useTeam();
  const { isEnabled } = useWebhook(delivery.webhookId);
  const task = useMemo(() => taskIn(delivery.request.body), [delivery.request.body]);

  return (
    <FactList layout="lines">
      {task && (
        <Fact name="Task">
          <PageLink className={styles.clipped} href={taskPath(team.id, task.id)}>
            {task.title}
          </PageLink>
        </Fact>
      )}
      <Fact name="Created">
        <RelativeTime time={delivery.createdAt} />
      </Fact>
      <Fact name="Next attempt">
        {delivery.nextAttemptAt ? (
          <span className={styles.sentence}>
            <NextAttempt at={delivery.nextAttemptAt} isEnabled={isEnabled} isNamed />
          </span>
        ) : (
          <span className={styles.none}>None</span>
        )}
      </Fact>
      <Fact name="webhook-id">
        <FactId id={delivery.id} subject="the webhook-id" />
      </Fact>
      <Fact name="Event">
        <FactId id={delivery.eventId} subject="the event’s id" />
      </Fact>
    </FactList>
  );
}
