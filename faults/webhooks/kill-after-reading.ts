import { type Row, rowOf } from '../row.ts';
import { type KillSize, killSenders } from './kill-senders.ts';
import { range } from './support/numbers.ts';
import type { FaultContext } from './support/world.ts';

/** Kills the sender when the receiver has read the request and has not responded. */
export async function killAfterReading(context: FaultContext, size: KillSize): Promise<Row[]> {
  const sendings = await killSenders(context, 'after it is read', size);
  const count = (holds: (sending: (typeof sendings)[number]) => boolean) => sendings.filter(holds).length;
  const lost = count(({ arrivals }) => arrivals.length < 2);
  const twice = count(({ arrivals }) => arrivals.length === 2);
  const same = count(
    ({ arrivals: [first, ...others] }) =>
      others.length > 0 && others.every(({ id, body }) => id === first?.id && body === first.body),
  );
  const oneRow = count(
    ({ arrivals, deliveries: [delivery, ...others] }) =>
      others.length === 0 && delivery?.status === 'succeeded' && delivery.id === arrivals[0]?.id,
  );
  return [
    rowOf(
      `kill -9 the sender after the request was read, ${size.kills} ×`,
      'each arrives again with the same id and body, no delivery is doubled',
      `${sendings.length} killed, ${lost} not sent again, ${twice} arrived twice, ` +
        `${same} with the same id and body, ${oneRow} with one delivery that succeeded; ` +
        `the next came after ${range(sendings.map(({ outageMs }) => outageMs))}`,
      {
        'all killed': sendings.length === size.kills,
        'none lost': lost === 0,
        'each twice': twice === size.kills,
        'the same id and body': same === size.kills,
        'one delivery each': oneRow === size.kills,
      },
    ),
  ];
}
