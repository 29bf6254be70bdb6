'use client';

import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useOnline } from '../../lib/use-online.ts';
import type { DeliveryFilter } from './delivery-choice.ts';
import {
  beforeNextDue,
  type DeliveryPages,
  deliveriesIn,
  leavesGap,
  type Stretch,
  withStretch,
} from './delivery-pages.ts';
import { deliveriesOptions, pollKey, readDeliveries } from './delivery-query.ts';
import { pollInterval } from './poll.ts';

/** After a long absence so many pages are read to close up with what is known; beyond that it begins anew. */
const MOST_PAGES = 5;
/** Of what lies further down, so many parts are looked at again in a poll. */
const MOST_PARTS = 2;

/** Keeps the log current while somebody looks: its newest end, and further down what may have been tried meanwhile. */
export function useFollowLog(webhookId: string, filter: DeliveryFilter, { isShown }: { isShown: boolean }) {
  const trpc = useTRPC();
  const isOnline = useOnline();
  const { queryKey: logKey } = deliveriesOptions(trpc, webhookId, filter);

  async function readAgain(context: QueryFunctionContext): Promise<null> {
    const { client, signal } = context;
    const read = async (after?: Stretch['after']): Promise<Stretch> => ({
      ...(await readDeliveries(trpc, { ...filter, webhookId, cursor: after?.id }, context)),
      after,
    });
    const known = () => client.getQueryData<DeliveryPages>(logKey);
    const show = (stretch: Stretch) => {
      // While more is being loaded it would be lost; what was asked for before a change of ours is out of date.
      if (signal.aborted || client.isFetching({ queryKey: logKey }) > 0) return;
      client.setQueryData<DeliveryPages>(logKey, (pages) => pages && withStretch(pages, stretch));
    };

    let newest = await read();
    for (let page = 1; page < MOST_PAGES && leavesGap(newest, deliveriesIn(known())); page += 1) {
      const more = await read(newest.deliveries.at(-1));
      newest = { deliveries: [...newest.deliveries, ...more.deliveries], nextCursor: more.nextCursor };
    }
    show(newest);

    let last = newest;
    for (let part = 0; part < MOST_PARTS; part += 1) {
      const after = beforeNextDue(deliveriesIn(known()), last, new Date());
      if (!after) break;
      last = await read(after);
      show(last);
    }
    return null;
  }

  useQuery({
    queryKey: [...pollKey(trpc, webhookId), filter],
    queryFn: readAgain,
    enabled: isShown,
    initialData: null,
    refetchInterval: ({ state }) => pollInterval(isOnline, state.error),
    refetchOnMount: false,
    retry: false,
  });
}
