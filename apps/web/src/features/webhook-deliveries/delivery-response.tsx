import type { WebhookDelivery } from '@crewboard/contracts';
import { errorDetail, responseLabel } from './delivery-labels.ts';
import styles from './delivery-response.module.css';
import { NextAttempt } from './next-attempt.tsx';

interface DeliveryResponseProps {
  delivery: WebhookDelivery;
  isEnabled: boolean;
}

/** The last response, and the time of the next attempt. */
export function DeliveryResponse({ delivery, isEnabled }: DeliveryResponseProps) {
  const { attempts, nextAttemptAt } = delivery;
  const last = attempts.at(-1);
  const detail = last && errorDetail(last);

  return (
    <span className={styles.response}>
      {last && (
        <span
          className={styles.label}
          data-code={last.statusCode === null ? undefined : true}
          title={last.error ?? undefined}
        >
          {responseLabel(last)}
          {detail && <span className="visually-hidden">: {detail}</span>}
        </span>
      )}
      {nextAttemptAt && (
        <span className={styles.next}>
          {last && '· '}
          <NextAttempt at={nextAttemptAt} isEnabled={isEnabled} />
        </span>
      )}
    </span>
  );
}
