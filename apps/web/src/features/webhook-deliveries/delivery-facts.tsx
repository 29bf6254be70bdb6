'use client';

import type { WebhookDeliveryDetails } from '@crewboard/contracts';
import Link from 'next/link';
import { type ReactNode, useMemo } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { taskPath } from '../../lib/board/board-paths.ts';
import { useTeam } from '../../lib/team.tsx';
import styles from './delivery-details.module.css';
import { NextTry } from './next-try.tsx';
import { taskIn } from './payload.ts';
import { useEndpoint } from './use-endpoint.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function DeliveryFacts({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const team = useTeam();
  const { isEnabled } = useEndpoint(delivery.webhookId);
  const task = useMemo(() => taskIn(delivery.request.body), [delivery.request.body]);

  return (
    <dl className={styles.facts}>
      {task && (
        <Fact name="Task">
          <Link className={styles.clipped} href={taskPath(team.id, task.id)}>
            {task.title}
          </Link>
        </Fact>
      )}
      <Fact name="Created">
        <RelativeTime time={delivery.createdAt} />
      </Fact>
      <Fact name="Next try">
        {delivery.nextAttemptAt ? (
          <span className={styles.sentence}>
            <NextTry at={delivery.nextAttemptAt} isEnabled={isEnabled} isNamed />
          </span>
        ) : (
          <span className={styles.none}>None</span>
        )}
      </Fact>
      <Fact name="webhook-id">
        <code className={styles.clipped}>{delivery.id}</code>
        <CopyButton subject="the webhook-id" text={delivery.id} />
      </Fact>
      <Fact name="Event">
        <code className={styles.clipped}>{delivery.eventId}</code>
        <CopyButton subject="the event’s id" text={delivery.eventId} />
      </Fact>
    </dl>
  );
}
