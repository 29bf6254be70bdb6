'use client';

import type { WebhookDeliveryDetails } from '@crewboard/contracts';
import { useMemo } from 'react';
import { CodeBlock } from '#components/code/code-block.tsx';
import styles from './delivery-details.module.css';
import { prettyBody } from './payload.ts';

interface DeliveryRequestProps {
  request: WebhookDeliveryDetails['request'];
  isSent: boolean;
}

/** The last request, or the first one to be sent. */
export function DeliveryRequest({ request: { url, headers, body }, isSent }: DeliveryRequestProps) {
  const pretty = useMemo(() => prettyBody(body), [body]);
  const lines = Object.entries(headers).sort();

  return (
    <section aria-labelledby="delivery-request" className={styles.section}>
      <h3 className={styles.heading} id="delivery-request">
        {isSent ? 'Request' : 'Request, as it will be sent'}
      </h3>
      <p className={styles.target}>
        <code>POST</code> <code>{url}</code>
      </p>
      {lines.length > 0 && (
        <dl className={styles.headers}>
          {lines.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <CodeBlock
        label="The body of the request"
        raw={body}
        subject="the body exactly as it is sent"
        text={pretty}
      />
    </section>
  );
}
