import type { Control } from './control.ts';
import { openGateway } from './gateway.ts';

type Body = { attempt?: number; complete?: { attempt?: number } };

/** Removes the attempt from requests, so that the service accepts the completion of a holder whose claim is over. */
export const noFencing: Control = {
  name: 'fencing removed',
  rule: 'no stale completion accepted',
  seconds: 30,
  faults: ['stall'],
  openGateway: ({ url }) =>
    openGateway(url, (request, forward) => {
      if (!request.body.includes('"attempt"')) return forward(request);
      const { attempt: _, complete, ...rest } = JSON.parse(request.body) as Body;
      const { attempt: __, ...completion } = complete ?? {};
      return forward({
        ...request,
        body: JSON.stringify({ ...rest, ...(complete && { complete: completion }) }),
      });
    }),
};
