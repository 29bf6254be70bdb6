const UNKNOWN = 'unknown';

/** The client as the nearest proxy saw it: what stands before the last entry, the client may have written itself. */
export function clientAddress(forwardedFor: string | null | undefined): string {
  return forwardedFor?.split(',').at(-1)?.trim().slice(0, 100) || UNKNOWN;
}
