'use client';

import dynamic from 'next/dynamic';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import { useDeliveryParams } from './use-delivery-params.ts';

const loadPanel = async () => (await import('./delivery-panel-content.tsx')).DeliveryPanelContent;
const DeliveryPanelContent = lazyPart(loadPanel, {
  // The import is written again inside of `dynamic(…)`, because Next reads from there what to preload.
  inFirstResponse: dynamic(async () => (await import('./delivery-panel-content.tsx')).DeliveryPanelContent),
});

interface DeliveryPanelProps {
  webhookId: string;
  /** A delivery that the server did not find while it rendered the page. */
  missingId: string | null;
}

/**
 * The panel beside the log, with the delivery of the URL. Loaded lazily, but with the page if the URL has a delivery.
 */
export function DeliveryPanel({ webhookId, missingId }: DeliveryPanelProps) {
  const { deliveryId, setParams } = useDeliveryParams();
  usePreload(DeliveryPanelContent);
  if (!deliveryId) return null;
  return (
    <DeliveryPanelContent
      deliveryId={deliveryId}
      isKnownMissing={deliveryId === missingId}
      key={deliveryId}
      onClose={() => setParams({ deliveryId: null })}
      webhookId={webhookId}
    />
  );
}
