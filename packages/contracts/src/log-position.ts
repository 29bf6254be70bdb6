/**
 * A position in the event log. Events are ordered by the transaction that wrote them, then by their number: by the
 * number alone a reader would skip events that were numbered early and committed late.
 */
export type LogPosition = { xid: bigint; id: bigint };

const maxXid = 2n ** 64n - 1n;
const maxId = 2n ** 63n - 1n;

/** The opaque id that clients see. */
export const formatPosition = ({ xid, id }: LogPosition): string => `${xid}-${id}`;

/** The position that an id names; undefined for any other text. */
export function parsePosition(text: string): LogPosition | undefined {
  const match = /^(\d{1,20})-(\d{1,19})$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const position = { xid: BigInt(match[1]), id: BigInt(match[2]) };
  return position.xid <= maxXid && position.id <= maxId ? position : undefined;
}

export function isAfter(one: LogPosition, other: LogPosition): boolean {
  return one.xid === other.xid ? one.id > other.id : one.xid > other.xid;
}

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
