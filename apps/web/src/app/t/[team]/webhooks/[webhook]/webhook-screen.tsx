import { SidePanelArea } from '../../../../../components/side-panel.tsx';
import { DeliveryLog } from '../../../../../features/webhook-deliveries/delivery-log.tsx';
import { DeliveryPanel } from '../../../../../features/webhook-deliveries/delivery-panel.tsx';
import { WebhookFacts } from '../../../../../features/webhooks/webhook-facts.tsx';
import { WebhookTitle } from '../../../../../features/webhooks/webhook-title.tsx';
import styles from './webhook-screen.module.css';

interface WebhookScreenProps {
  webhookId: string;
  /** The delivery that the URL names, where there is none. */
  missingDeliveryId: string | null;
}

/** An endpoint with the log of what was sent to it, and over it the delivery that the URL names. */
export function WebhookScreen({ webhookId, missingDeliveryId }: WebhookScreenProps) {
  return (
    <SidePanelArea>
      <WebhookTitle webhookId={webhookId} />
      <div className={styles.content}>
        <div className={styles.facts}>
          <WebhookFacts webhookId={webhookId} />
        </div>
        <DeliveryLog webhookId={webhookId} />
      </div>
      <DeliveryPanel missingId={missingDeliveryId} webhookId={webhookId} />
    </SidePanelArea>
  );
}
