import { SidePanelArea } from '#components/page/side-panel-area.tsx';
import { DeliveryLog } from '#features/webhook-deliveries/delivery-log.tsx';
import { DeliveryPanel } from '#features/webhook-deliveries/delivery-panel.tsx';
import { DeliveryHoldNotice } from '#features/webhooks/delivery-hold-notice.tsx';
import { WebhookFacts } from '#features/webhooks/webhook-facts.tsx';
import { WebhookTitle } from '#features/webhooks/webhook-title.tsx';
import styles from './webhook-screen.module.css';

interface WebhookScreenProps {
  webhookId: string;
  /** The id of the delivery in the URL if it does not exist; otherwise null. */
  missingDeliveryId: string | null;
}

/** An endpoint with its delivery log, and the delivery of the URL in a panel. */
export function WebhookScreen({ webhookId, missingDeliveryId }: WebhookScreenProps) {
  return (
    <SidePanelArea>
      <WebhookTitle webhookId={webhookId} />
      <DeliveryHoldNotice />
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
