'use client';

import type { WebhookDeliveryDetails } from '@crewboard/contracts';
import { CodeBlock } from '#components/code/code-block.tsx';
import { AttemptTable } from './attempt-table.tsx';
import styles from './delivery-details.module.css';
import { DeliveryFacts } from './delivery-facts.tsx';
import { noResponseReason } from './delivery-labels.ts';
import { DeliveryRequest } from './delivery-request.tsx';

/** Everything about a delivery: its state, its attempts, the request and the response. */
export function DeliveryDetails({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const { attempts, response } = delivery;
  const last = attempts.at(-1);

  return (
    <>
      <DeliveryFacts delivery={delivery} />
      <section aria-labelledby="delivery-attempts" className={styles.section}>
        <h3 className={styles.heading} id="delivery-attempts">
          Attempts
        </h3>
        {last ? <AttemptTable attempts={attempts} /> : <p className={styles.none}>None yet.</p>}
      </section>
      <section aria-labelledby="delivery-response" className={styles.section}>
        <h3 className={styles.heading} id="delivery-response">
          Last response
          {response && <code>{response.statusCode}</code>}
        </h3>
        {response?.body ? (
          <CodeBlock label="The body of the last response" subject="the response" text={response.body} />
        ) : (
          <p className={styles.none}>{response ? 'Its body was empty.' : noResponseReason(last)}</p>
        )}
      </section>
      <DeliveryRequest isSent={attempts.length > 0} request={delivery.request} />
    </>
  );
}
