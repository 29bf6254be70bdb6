/** Whether the header `Accept` is that of a request for a stream of events. */
export const acceptsEventStream = (accept: string | null | undefined): boolean =>
  accept?.includes('text/event-stream') ?? false;
