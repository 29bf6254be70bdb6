import { DeliveryLog } from '../../../../../features/webhook-deliveries/delivery-log.tsx';
import { DeliveryPanel } from '../../../../../features/webhook-deliveries/delivery-panel.tsx';
import { WebhookFacts } from '../../../../../features/webhooks/webhook-facts.tsx';
import { WebhookTitle } from '../../../../../features/webhooks/webhook-title.tsx';
import styles from './webhook-screen.module.css';

/** An endpoint with the log of what was sent to it, and over it the delivery that the URL names. */
export function WebhookScreen({ webhookId }: { webhookId: string }) {
  return (
    <div className={styles.screen}>
      <WebhookTitle webhookId={webhookId} />
      <div className={styles.content}>
        <div className={styles.facts}>
          <WebhookFacts webhookId={webhookId} />
        </div>
        <DeliveryLog webhookId={webhookId} />
      </div>
      <DeliveryPanel webhookId={webhookId} />
    </div>
  );
}
