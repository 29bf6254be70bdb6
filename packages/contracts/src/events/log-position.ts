/**
 * A position in the event log. Events are ordered by the transaction that wrote them, then by their number: by the
 * number alone a reader would skip events that were numbered early and committed late.
 */
export type LogPosition = { xid: bigint; id: bigint };

/**
 * The position of an event. `nonce` is 32 random bits of the event, as a signed number: a database that lost events
 * gives their transaction and number to others.
 */
export type EventPosition = LogPosition & { nonce: number };

/** Before the first event of every log. */
export const logBeginning: EventPosition = { xid: 0n, id: 0n, nonce: 0 };
export const logBeginningId = '0';

const maxXid = 2n ** 64n - 1n;
const maxId = 2n ** 63n - 1n;

/** The opaque id that clients see. */
export function formatPosition({ xid, id, nonce }: EventPosition): string {
  if (xid === logBeginning.xid) return logBeginningId;
  return `${xid}-${id}-${(nonce >>> 0).toString(16).padStart(8, '0')}`;
}

/** The position that an id names; undefined for any other text. */
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

/** The position of an event as messages to the browser carry it: ids are opaque to it. */
export type LogOrder = { xid: string; number: string };

/** Whether an event is later in the log than another one. */
export function isLater(one: LogOrder, other: LogOrder): boolean {
  return isAfter(
    { xid: BigInt(one.xid), id: BigInt(one.number) },
    { xid: BigInt(other.xid), id: BigInt(other.number) },
  );
}

/** The event as everyone but the browser gets it. */
export const withoutOrder = <T extends LogOrder>({ xid: _, number: __, ...event }: T) => event;

/**
 * Whether the writes of a transaction were visible to a read. `snapshot` is PostgreSQL's text of the read's
 * pg_snapshot: all transactions below the first number, none from the second on, and between them all but the listed.
 */
export function isVisibleIn(snapshot: string, xid: bigint): boolean {
  const [from = '0', to = '0', running = ''] = snapshot.split(':');
  if (xid < BigInt(from)) return true;
  if (xid >= BigInt(to)) return false;
  return !running.split(',').includes(String(xid));
}
