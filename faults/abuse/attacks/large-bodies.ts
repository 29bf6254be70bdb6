import { setTimeout as sleep } from 'node:timers/promises';
import { defineAttack } from '../attack.ts';
import { pace } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import type { ServiceKind, Target } from '../support/service.ts';
import { countOfClass } from '../support/tally.ts';

const piece = Buffer.alloc(64 * 1024, 'x');
const pieceCount = 640;
/** The buffers of the kernel on both sides, and bytes in flight. */
const maxBytesTaken = 16 * 1024 * 1024;

type Url = keyof Pick<Target, 'apiUrl' | 'webUrl'>;

/** Bodies of 40 MB without a length and without a credential; counts the bytes that the server read. */
const largeBodies = (name: string, service: ServiceKind, url: Url, path: string, contentType: string) =>
  defineAttack({
    name,
    sends: `POST ${path} without a credential, with a body of 40 MB`,
    service,
    perSecond: 1,
    seconds: 12,
    async run({ target, address, count, perSecond, tally }) {
      await pace({ count, perSecond }, async () => {
        const connection = new RawConnection({ url: target[url], address });
        await connection.write(
          requestHead('POST', path, {
            Host: new URL(target[url]).host,
            Origin: target[url],
            'Content-Type': contentType,
            'Transfer-Encoding': 'chunked',
          }),
        );
        // The size of a chunk is a hexadecimal number.
        const chunk = Buffer.concat([
          Buffer.from(`${piece.length.toString(16)}\r\n`),
          piece,
          Buffer.from('\r\n'),
        ]);
        for (let sent = 0; sent < pieceCount && connection.status === 0; sent += 1) {
          if (!(await connection.write(chunk))) break;
        }
        // The error response may be in flight.
        await Promise.race([connection.closed, sleep(2_000)]);
        tally.add(connection.outcome);
        tally.max('MB taken of one', Math.round(connection.bytesWritten / 1_000_000));
        connection.destroy();
      });
    },
    expected: ({ counts }) => ({
      'none is accepted': countOfClass(counts, 2) === 0,
      'at most what the kernel buffers': (counts['MB taken of one'] ?? 0) * 1_000_000 <= maxBytesTaken,
    }),
  });

export const largeBodiesToApi = largeBodies(
  'large-bodies-to-api',
  'api',
  'apiUrl',
  '/trpc/tasks.create',
  'application/json',
);
export const largeAuthBodies = largeBodies(
  'large-auth-bodies',
  'web',
  'webUrl',
  '/api/auth/callback/credentials',
  'application/x-www-form-urlencoded',
);
