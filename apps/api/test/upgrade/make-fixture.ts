// Fills a database by the programs of a release, for the test that upgrades it:
//   pnpm fixture 0.5.0
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, startEmbeddedPostgres } from '@crewboard/db/embedded';
import { dumpDatabase, makeClusterFolder } from '@crewboard/db/testing';
import pg from 'pg';
import { checkOutRelease } from '../../../../scripts/release-checkout.ts';
import { appSecret } from '../harness.ts';
import { fillRelease } from './support/fill-release.ts';
import { ReleaseClient } from './support/release-client.ts';
import { writeFixture } from './support/release-fixture.ts';

const [version] = process.argv.slice(2);
if (!version) {
  console.error('Say which release. For example: pnpm fixture 0.4.0');
  process.exit(1);
}
const release = checkOutRelease(version);
const dataDir = await makeClusterFolder('crewboard-fixture-');
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
const receiver = createServer((request, response) =>
  request.resume().on('end', () => response.writeHead(204).end()),
);
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const env: NodeJS.ProcessEnv = {
  ...{ PATH: process.env.PATH, NODE_ENV: 'production' as const, LOG_LEVEL: 'warn', API_PORT: String(port) },
  ...{ DATABASE_URL: postgres.ownerUrl, APP_SECRET: appSecret, WEBHOOK_ALLOW: '127.0.0.0/8' },
};
const api = spawn(process.execPath, ['apps/api/dist/main.js'], { cwd: release, env, stdio: 'inherit' });
try {
  await until('the API is ready', async () => (await fetch(`${url}/readyz`)).ok);
  const filled = await fillRelease({
    client: await ReleaseClient.open(url),
    admin: (...args) =>
      JSON.parse(
        execFileSync(process.execPath, ['apps/api/src/cli/admin.ts', ...args], {
          cwd: release,
          env,
          encoding: 'utf8',
        }),
      ),
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    unreachableUrl: 'http://127.0.0.1:9/hook',
  });
  const client = new pg.Client(postgres.ownerUrl);
  await client.connect();
  await until('a webhook has received all events, the other none', async () => {
    const { rows } = await client.query<{ isDone: boolean }>(
      `select count(*) filter (where webhook_id = $1 and status <> 'succeeded') = 0
         and count(*) filter (where webhook_id = $1) > 30
         and count(*) filter (where webhook_id <> $1 and jsonb_array_length(to_jsonb(attempts)) > 0) > 0 as "isDone"
       from webhook_deliveries`,
      [filled.webhookId],
    );
    return rows[0]?.isDone === true;
  });
  await client.end();
  api.kill('SIGTERM');
  await once(api, 'exit');
  const { file, bytes } = writeFixture({
    version,
    filled,
    database: await dumpDatabase(postgres.ownerUrl, release),
  });
  console.log(`${file}: ${bytes} bytes`);
} finally {
  api.kill('SIGKILL');
  receiver.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline || api.exitCode !== null) throw new Error(`Not true in time: ${what}`);
    await sleep(100);
  }
}
