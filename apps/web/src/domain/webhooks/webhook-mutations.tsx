import type { Webhook, WebhookWithSecret } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { withItem } from '#lib/by-id.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { hideToast, showToast } from '#lib/notices/toast.ts';
import { inTeam } from '#lib/trpc/call-context.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { omitSecret } from './omit-secret.ts';
import { deliveriesHeldText, useDeliveryHold } from './use-delivery-hold.ts';

/** The cached endpoints: shows the response of a change at once, then refetches. */
function useWebhooksCache() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const listKey = trpc.webhooks.list.queryKey({ teamId: useTeam().id });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
  const show = (webhook: Webhook) => {
    queryClient.setQueryData(listKey, (webhooks) => webhooks && withItem(webhooks, webhook));
    queryClient.setQueryData(trpc.webhooks.get.queryKey({ webhookId: webhook.id }), webhook);
    refresh();
  };
  return {
    refresh,
    show,
    showWithoutSecret: (webhook: WebhookWithSecret) => show(omitSecret(webhook)),
    remove(webhookId: string) {
      queryClient.setQueryData(listKey, (webhooks) => webhooks?.filter(({ id }) => id !== webhookId));
      // Only the list: the queries of the deleted endpoint would fail.
      void queryClient.invalidateQueries({ queryKey: listKey });
    },
  };
}

/** The caller shows the error. `gcTime: 0`: no cache keeps the secret of the response. */
export function useCreateWebhook() {
  const onSuccess = useWebhooksCache().showWithoutSecret;
  return useMutation(useTRPC().webhooks.create.mutationOptions({ gcTime: 0, onSuccess }));
}

/** `gcTime: 0`: no cache keeps the secret of the response. */
export function useRotateSecret() {
  const options = { gcTime: 0, onSuccess: useWebhooksCache().showWithoutSecret, onError: showError };
  return useMutation(useTRPC().webhooks.rotateSecret.mutationOptions(options));
}

/** Changes or disables an endpoint. The caller shows the error: a form shows it at its fields. */
export function useUpdateWebhook() {
  const onSuccess = useWebhooksCache().show;
  return useMutation(useTRPC().webhooks.update.mutationOptions({ onSuccess }));
}

/** Enables an endpoint, and says whether its deliveries resume: the installation may hold all deliveries. */
export function useEnableWebhook() {
  const cache = useWebhooksCache();
  const options = inTeam(useTeam().id);
  const hasDeliveryHold = useDeliveryHold() !== null;
  const { mutate, isPending } = useMutation(
    useTRPC().webhooks.update.mutationOptions({
      // `showDisabledError` offers it, perhaps still on a page of another team.
      ...options,
      onSuccess(webhook) {
        cache.show(webhook);
        const message = hasDeliveryHold ? deliveriesHeldText : 'Delivery resumes, including pending events.';
        showToast({ kind: `enabled-${webhook.id}`, title: 'Enabled', message });
      },
      onError: showError,
    }),
  );
  return { isPending, enable: (webhookId: string) => mutate({ webhookId, enabled: true }) };
}

/** Deletes an endpoint and removes it from the cached list. */
export function useDeleteWebhook() {
  const cache = useWebhooksCache();
  return useMutation(
    useTRPC().webhooks.delete.mutationOptions({
      onSuccess: (_result, { webhookId }) => cache.remove(webhookId),
      onError: showError,
    }),
  );
}

/** Sends a test event to one endpoint. If the endpoint was disabled meanwhile, the error offers to enable it. */
export function useSendTest() {
  const cache = useWebhooksCache();
  const { enable } = useEnableWebhook();
  return useMutation(
    useTRPC().webhooks.test.mutationOptions({
      onSuccess: cache.refresh,
      onError(error, { webhookId }) {
        if (toDisplayedProblem(error).code !== 'WEBHOOK_DISABLED') return showError(error);
        showDisabledError(error, () => enable(webhookId));
        cache.refresh();
      },
    }),
  );
}

/** Offers to enable the endpoint. The message stays until the person enables it or closes it, or gets the next one. */
function showDisabledError(error: unknown, onEnable: () => void): void {
  const { code, title, detail } = toDisplayedProblem(error);
  const enable = () => {
    hideToast(code);
    onEnable();
  };
  const message = (
    <>
      {detail}
      <br />
      <Button mt="xs" onClick={enable} variant="default">
        Enable
      </Button>
    </>
  );
  showToast({ kind: code, title, message, color: 'red', autoClose: false });
}
