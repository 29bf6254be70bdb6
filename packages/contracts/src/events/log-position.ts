/**
 * A position in the event log: transaction id, then number of the event. The number alone would not do: a reader would
 * skip events that get their number early and are committed late.
 */
export type LogPosition = { xid: bigint; id: bigint };

/**
 * The position of one event. `nonce` is 32 random bits, as a signed number. It detects an event that was lost: a
 * restored database gives the same transaction id and number to another event.
 */
export type EventPosition = LogPosition & { nonce: number };

/** The position before the first event of every log, and its id. */
export const logBeginning: EventPosition = { xid: 0n, id: 0n, nonce: 0 };
export const logBeginningId = '0';

const maxXid = 2n ** 64n - 1n;
const maxId = 2n ** 63n - 1n;

/** The opaque id that clients see. */
export function formatPosition({ xid, id, nonce }: EventPosition): string {
  if (xid === logBeginning.xid) return logBeginningId;
  return `${xid}-${id}-${(nonce >>> 0).toString(16).padStart(8, '0')}`;
}

/** The position that an id stands for; undefined for a text that is not an id. */
export function parsePosition(text: string): EventPosition | undefined {
  if (text === logBeginningId) return logBeginning;
  const match = /^([1-9]\d{0,19})-([1-9]\d{0,18})-([\da-f]{8})$/.exec(text);
  if (!match?.[1] || !match[2] || !match[3]) return undefined;
  const position = { xid: BigInt(match[1]), id: BigInt(match[2]), nonce: Number.parseInt(match[3], 16) | 0 };
  return position.xid <= maxXid && position.id <= maxId ? position : undefined;
}

export function isAfter(one: LogPosition, other: LogPosition): boolean {
  return one.xid === other.xid ? one.id > other.id : one.xid > other.xid;
}

/** The position of an event in messages to the browser, as texts: JSON has no bigint. */
type LogOrder = { xid: string; number: string };

/** Whether an event is later in the log than another one. */
export function isLater(one: LogOrder, other: LogOrder): boolean {
  return isAfter(
    { xid: BigInt(one.xid), id: BigInt(one.number) },
    { xid: BigInt(other.xid), id: BigInt(other.number) },
  );
}

/** The event without its place in the log, for all clients but the dashboard. */
export const withoutOrder = <T extends LogOrder>({ xid: _, number: __, ...event }: T) => event;

/**
 * Whether a read saw the writes of a transaction. `snapshot` is the `pg_snapshot` of the read as text,
 * `xmin:xmax:running`: it sees all transactions below `xmin`, none from `xmax` on, and those between them that are not
 * listed as running.
 */
export function isVisibleIn(snapshot: string, xid: bigint): boolean {
  const [from = '0', to = '0', running = ''] = snapshot.split(':');
  if (xid < BigInt(from)) return true;
  if (xid >= BigInt(to)) return false;
  return !running.split(',').includes(String(xid));
}
