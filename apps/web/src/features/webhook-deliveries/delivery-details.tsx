'use client';

import type { WebhookDeliveryDetails } from '@crewboard/contracts';
import { CodeBlock } from '../../components/code-block.tsx';
import { AttemptTable } from './attempt-table.tsx';
import styles from './delivery-details.module.css';
import { DeliveryFacts } from './delivery-facts.tsx';
import { DeliveryRequest } from './delivery-request.tsx';
import { noAnswerWords } from './delivery-words.ts';

/** All that is known of a delivery: what became of it, what was sent and what came back. */
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
      <section aria-labelledby="delivery-answer" className={styles.section}>
        <h3 className={styles.heading} id="delivery-answer">
          Last answer
          {response && <code>{response.statusCode}</code>}
        </h3>
        {response?.body ? (
          <CodeBlock label="The body of the last answer" subject="the answer" text={response.body} />
        ) : (
          <p className={styles.none}>{response ? 'Its body was empty.' : noAnswerWords(last)}</p>
        )}
      </section>
      <DeliveryRequest isSent={attempts.length > 0} request={delivery.request} />
    </>
  );
}
