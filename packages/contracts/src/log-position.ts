/**
 * A place in the log. Events are ordered by the transaction that wrote them, then by their number: by the number
 * alone a reader would skip what was numbered early and committed late.
 */
export type LogPosition = { xid: bigint; id: bigint };

const LARGEST_XID = 2n ** 64n - 1n;
const LARGEST_ID = 2n ** 63n - 1n;

/** The opaque id that the outside sees. */
export const formatPosition = ({ xid, id }: LogPosition): string => `${xid}-${id}`;

/** The place behind an id; undefined when it is none of ours. */
export function parsePosition(text: string): LogPosition | undefined {
  const match = /^(\d{1,20})-(\d{1,19})$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const position = { xid: BigInt(match[1]), id: BigInt(match[2]) };
  return position.xid <= LARGEST_XID && position.id <= LARGEST_ID ? position : undefined;
}

export function isAfter(one: LogPosition, other: LogPosition): boolean {
  return one.xid === other.xid ? one.id > other.id : one.xid > other.xid;
}

/**
 * Whether a read saw what this transaction wrote. `snapshot` is PostgreSQL's own text for what a read saw:
 * everything below the first number, nothing from the second on, and of those between all but the listed.
 */
export function isSeenBy(snapshot: string, xid: bigint): boolean {
  const [from = '0', to = '0', running = ''] = snapshot.split(':');
  if (xid < BigInt(from)) return true;
  if (xid >= BigInt(to)) return false;
  return !running.split(',').includes(String(xid));
}
