import type { WebhookDelivery } from '@crewboard/contracts';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { deliveriesHeldText, useDeliveryHold } from '#domain/webhooks/use-delivery-hold.ts';
import { exactTime } from '#lib/format/relative-time.ts';
import { showError } from '#lib/notices/show-error.ts';
import { showToast } from '#lib/notices/toast.ts';
import { useTRPC } from '#lib/trpc/client.ts';

type DeliveryPages = InfiniteData<WebhookDelivery[]>;

/** Sends a delivery in any status again. The log and the panel show its new state at once. */
export function useRedeliver({ webhookId, id: deliveryId }: WebhookDelivery) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  /** The logs under all filters. */
  const logs = { queryKey: trpc.webhooks.deliveries.infiniteQueryKey({ webhookId }) };

  const { mutate, isPending } = useMutation(
    trpc.webhooks.redeliver.mutationOptions({
      async onSuccess(delivery) {
        const detailsKey = trpc.webhooks.delivery.queryKey({ webhookId, deliveryId });
        // Cancel running reads: their responses are from before the change, and would hide it.
        await Promise.all([
          queryClient.cancelQueries(logs),
          queryClient.cancelQueries({ queryKey: detailsKey }),
        ]);
        const replace = (other: WebhookDelivery) => (other.id === deliveryId ? delivery : other);
        queryClient.setQueriesData<DeliveryPages>(
          logs,
          (data) => data && { ...data, pages: data.pages.map((page) => page.map(replace)) },
        );
        queryClient.setQueryData(detailsKey, (details) => details && { ...details, ...delivery });
      },
      onError: showError,
    }),
  );
  return { redeliver: () => mutate({ webhookId, deliveryId }), isPending };
}

/** Requests a recovery. The service creates its deliveries later; each appears in the log then. */
export function useRecover() {
  const isHeld = useDeliveryHold() !== null;
  return useMutation(
    useTRPC().webhooks.recover.mutationOptions({
      onSuccess: ({ since }) =>
        showToast({
          ...(isHeld
            ? { title: 'Not sent yet', message: deliveriesHeldText }
            : {
                title: 'On its way',
                message: `Events that did not arrive since ${exactTime(new Date(since))} are being sent. Follow them in the log.`,
              }),
          autoClose: 8_000,
        }),
      onError: showError,
    }),
  );
}
