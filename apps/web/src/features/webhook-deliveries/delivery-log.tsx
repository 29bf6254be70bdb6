'use client';

import { type DeliveryStatus, deliveryRetentionDays, type EventType } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FilterSelect } from '#components/lists/filter-select.tsx';
import { ListSkeleton } from '#components/lists/list-skeleton.tsx';
import { LogEnd } from '#components/lists/log-end.tsx';
import { NothingMatches } from '#components/lists/nothing-matches.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { ListHeader } from '#components/page/page-header.tsx';
import { typesBySubject } from '#domain/events/event-types.ts';
import { useTeam } from '#domain/team/team.tsx';
import { endpointEvents } from '#domain/webhooks/endpoint-events.ts';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import { useSendTest } from '#domain/webhooks/webhook-mutations.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { deliveryStatuses, deliveryStatusNames } from './delivery-labels.ts';
import { deliveriesOptions } from './delivery-query.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { useDeliveryParams } from './use-delivery-params.ts';

const RecoverDialog = lazyPart(async () => (await import('./recover-dialog.tsx')).RecoverDialog);

/**
 * The deliveries to an endpoint under the filters of the URL, the newest first. Polls, because deliveries have no
 * events.
 */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const queryClient = useQueryClient();
  const { filters, deliveryId, setParams, pathOf } = useDeliveryParams();
  const options = deliveriesOptions(useTRPC(), webhookId, filters);
  const log = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const { isEnabled, isDeleted } = useWebhook(webhookId);
  const deliveries = useMemo(() => log.data?.pages.flat() ?? [], [log.data]);
  // The first page has a cursor once the newest pages were dropped, to limit the number of pages.
  const hasNewer = Boolean(log.data?.pageParams[0]);
  const noun = deliveries.length === 1 ? 'delivery' : 'deliveries';
  const count = `${formatNumber(deliveries.length)} ${hasNewer ? `older ${noun}` : noun}`;
  const hasFilters = Object.keys(filters).length > 0;
  const clear = () => setParams({ status: null, type: null });

  return (
    <section aria-labelledby="deliveries">
      <ListHeader
        action={!isDeleted && <RecoverButton webhookId={webhookId} />}
        id="deliveries"
        title="Deliveries"
      >
        <FilterSelect
          all="Any status"
          data={deliveryStatuses.map((value) => ({ value, label: deliveryStatusNames[value] }))}
          label="Status"
          onChange={(status) => setParams({ status: status as DeliveryStatus | null })}
          value={filters.status}
        />
        <FilterSelect
          all="All types"
          data={typesBySubject()}
          label="Event type"
          onChange={(type) => setParams({ type: type as EventType | null })}
          searchable
          value={filters.type}
        />
        {hasFilters && (
          <Button color="gray" onClick={clear} variant="subtle">
            Clear
          </Button>
        )}
      </ListHeader>
      {log.isPending && <ListSkeleton label="Loading the deliveries" rows={8} widths={[88, 136]} />}
      <QueryError query={log} />
      {hasNewer && (
        <Button
          fullWidth
          onClick={() => void queryClient.resetQueries({ queryKey: options.queryKey, exact: true })}
          variant="subtle"
        >
          Back to the newest
        </Button>
      )}
      {deliveries.length > 0 && (
        <>
          <DeliveryTable
            deliveries={deliveries}
            isDeleted={isDeleted}
            isEnabled={isEnabled}
            isOld={log.isPlaceholderData}
            onOpen={(id) => setParams({ deliveryId: id })}
            openId={deliveryId}
            pathOf={pathOf}
          />
          <LogEnd
            end={`${count}, and nothing earlier in the last ${deliveryRetentionDays} days`}
            log={log}
            shown={count}
          />
        </>
      )}
      {log.data && deliveries.length === 0 && (
        <NoDeliveries onClear={hasFilters ? clear : undefined} webhookId={webhookId} />
      )}
    </section>
  );
}

/** Says why the log is empty, and what to do. `onClear` is absent without filters. */
function NoDeliveries({ webhookId, onClear }: { webhookId: string; onClear?: () => void }) {
  const { isEnabled, isDeleted } = useWebhook(webhookId);
  const sendTest = useSendTest();
  const icon = <IconSend aria-hidden stroke={1.5} />;

  if (onClear) {
    return (
      <NothingMatches icon={icon} onClear={onClear}>
        No delivery in the last {deliveryRetentionDays} days.
      </NothingMatches>
    );
  }
  if (isDeleted || !isEnabled) {
    return (
      <EmptyState icon={icon} title="No deliveries">
        {!isDeleted && 'Nothing is sent while the endpoint is disabled.'}
      </EmptyState>
    );
  }
  const test = (
    <Button loading={sendTest.isPending} onClick={() => sendTest.mutate({ webhookId })}>
      Send a test
    </Button>
  );
  return (
    <EmptyState action={test} icon={icon} title="No deliveries yet">
      Each event that is sent to this endpoint appears here, with every attempt and its response.
    </EmptyState>
  );
}

/** Opens the dialog that recovers events that did not arrive. */
function RecoverButton({ webhookId }: { webhookId: string }) {
  const team = useTeam();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { dialog, open, close } = useDialog<'recover'>();

  /** Loads the dialog and its data while the pointer or the focus is on the button, before a click. */
  function prepare() {
    void RecoverDialog.preload();
    void queryClient.prefetchQuery(endpointEvents(trpc, team.id, webhookId));
  }

  return (
    <>
      <Button onClick={() => open('recover')} onFocus={prepare} onPointerEnter={prepare} variant="default">
        Recover…
      </Button>
      {dialog && <RecoverDialog onClose={close} webhookId={webhookId} />}
    </>
  );
}
