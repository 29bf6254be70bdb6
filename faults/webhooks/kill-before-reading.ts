import { type Row, rowOf } from '../row.ts';
import { type KillSize, killSenders } from './kill-senders.ts';
import { range } from './support/numbers.ts';
import type { FaultContext } from './support/world.ts';

/** Kills the sender when it has connected and the receiver has not read a byte. */
export async function killBeforeReading(context: FaultContext, size: KillSize): Promise<Row[]> {
  const sendings = await killSenders(context, 'before it is read', size);
  const count = (holds: (sending: (typeof sendings)[number]) => boolean) => sendings.filter(holds).length;
  const lost = count(({ arrivals }) => arrivals.length === 0);
  const once = count(({ arrivals }) => arrivals.length === 1);
  const unread = count(({ bytesRead }) => bytesRead === 0);
  const oneRow = count(({ deliveries }) => deliveries.length === 1 && deliveries[0]?.status === 'succeeded');
  const sameId = count(({ arrivals, deliveries }) => arrivals.every(({ id }) => id === deliveries[0]?.id));
  return [
    rowOf(
      `kill -9 the sender before the request is read, ${size.kills} ×`,
      'every task arrives once, webhook-id is the id of its one delivery',
      `${sendings.length} killed (${unread} with 0 bytes read), ${lost} lost, ${once} arrived once, ` +
        `${oneRow} with one delivery that succeeded, ${sameId} with its id; ` +
        `the next came after ${range(sendings.map(({ outageMs }) => outageMs))}`,
      {
        'all killed before reading': unread === size.kills,
        'none lost': lost === 0,
        'each once': once === size.kills,
        'one delivery each': oneRow === size.kills,
        'the id of the delivery': sameId === size.kills,
      },
    ),
  ];
}
