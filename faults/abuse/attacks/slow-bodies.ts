import { setTimeout as sleep } from 'node:timers/promises';
import { defineAttack } from '../attack.ts';
import { pace } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import type { ServiceKind, Target } from '../support/service.ts';
import { countOf } from '../support/tally.ts';

const connectionCount = 100;
const bodyBytes = 1_000_000;
const drip = 'x'.repeat(1_024);

type Url = keyof Pick<Target, 'apiUrl' | 'webUrl'>;

/** Requests without a credential whose bodies arrive at 1 KiB a second: the server must not wait for them. */
const slowBodies = (name: string, service: ServiceKind, url: Url, paths: string[]) =>
  defineAttack({
    name,
    sends: `${connectionCount} connections without a credential send 1 MB at 1 KiB/s to ${paths.join(' and ')}`,
    service,
    perSecond: 20,
    seconds: 12,
    async run({ target, address, perSecond, seconds, tally }) {
      const connections: RawConnection[] = [];
      const endsAt = Date.now() + seconds * 1_000;
      await pace({ count: connectionCount, perSecond, maxOpen: connectionCount }, async (index) => {
        const connection = new RawConnection({ url: target[url], address });
        connections.push(connection);
        const head = requestHead('POST', paths[index % paths.length] ?? '', {
          Host: new URL(target[url]).host,
          Origin: target[url],
          'Content-Type': 'application/json',
          'Content-Length': bodyBytes,
        });
        await connection.write(head);
        while (Date.now() < endsAt && connection.status === 0 && !connection.isClosed) {
          await connection.write(drip);
          await sleep(1_000);
        }
      });
      for (const connection of connections) {
        tally.add(connection.outcome);
        tally.max('bytes taken of one', connection.bytesWritten);
        connection.destroy();
      }
    },
    expected: ({ counts }) => ({ 'none is waited for': countOf(counts, 'no response') === 0 }),
  });

export const slowBodiesToApi = slowBodies('slow-bodies-to-api', 'api', 'apiUrl', [
  '/trpc/tasks.create',
  '/api/teams/team/tasks',
]);
export const slowBodiesToWeb = slowBodies('slow-bodies-to-web', 'web', 'webUrl', ['/api/trpc/tasks.create']);
