import { SecretBox } from '@crewboard/app-secret';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, it, onTestFinished } from 'vitest';
import { reencryptSecrets } from '../features/webhooks/reencrypt-secrets.ts';
import { Metrics } from '../metrics/metrics.ts';
import { startReencryption } from './webhook-secrets.ts';

const [newSecret, oldSecret] = [
  'the new secret, which is long enough',
  'the former secret, which is long enough',
];
const [newBox, oldBox] = [new SecretBox([newSecret]), new SecretBox([oldSecret])];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`insert into teams (id, name) values ('t1', 'Team')`);
});
afterAll(() => db.close());
beforeEach(() => db.owner.query('delete from webhooks'));

const insert = (id: string, secret: string, previous?: string, until = '1 hour') =>
  db.owner.query(
    `insert into webhooks (id, team_id, url, event_types, secret, previous_secret, previous_secret_until)
     values ($1, 't1', 'https://receiver.example', '{*}', $2, $3, now() + $4::interval)`,
    [id, secret, previous ?? null, previous ? until : null],
  );

const secretsOf = async (id: string) => {
  const { rows } = await db.owner.query('select secret, previous_secret from webhooks where id = $1', [id]);
  return rows[0] as { secret: string; previous_secret: string | null };
};

/** Looks until this message was logged. */
async function reencryptUntil(message: string): Promise<{ lines: unknown[]; metrics: string }> {
  const metrics = new Metrics();
  const lines: unknown[] = [];
  const isLogged = Promise.withResolvers<void>();
  const write = (details: object, text: string) => {
    lines.push([text, details]);
    if (text.startsWith(message)) isLogged.resolve();
  };
  const log = { info: write, warn: write, error: write };
  const appSecrets = [newSecret, oldSecret] as const;
  const reencryption = startReencryption({ db, appSecrets, metrics, log, pollIntervalMs: 10 });
  await isLogged.promise;
  await reencryption.stop();
  return { lines, metrics: await metrics.render() };
}

it('encrypts what the previous secret encrypted, page by page, until none is left', async () => {
  for (let i = 0; i < 250; i += 1) await insert(`w${i}`, await oldBox.seal(`s${i}`, `w${i}`));
  await insert('current', await newBox.seal('s', 'current'));
  const rotated = await newBox.seal('s', 'rotated');
  await insert('rotated', rotated, await oldBox.seal('former', 'rotated'));
  const { lines, metrics } = await reencryptUntil('all secrets of webhooks are encrypted');
  expect(lines).toEqual([
    ['encrypted the secrets of webhooks with APP_SECRET', { current: 2, previous: 251, unknown: 0 }],
    ['all secrets of webhooks are encrypted with APP_SECRET', { current: 253, previous: 0, unknown: 0 }],
  ]);
  expect(metrics).toContain('crewboard_webhook_secrets{encrypted_with="previous"} 0');
  expect(metrics).toContain('crewboard_webhook_secrets{encrypted_with="current"} 253');
  for (const id of ['w0', 'w99', 'w100', 'w249']) {
    expect(await newBox.open((await secretsOf(id)).secret, id)).toBe(id.replace('w', 's'));
  }
  const { secret, previous_secret } = await secretsOf('rotated');
  expect([secret, await newBox.open(previous_secret ?? '', 'rotated')]).toEqual([rotated, 'former']);
});

it('leaves a secret that is rotated meanwhile', async () => {
  await insert('w', await oldBox.seal('former', 'w'));
  const rotated = await newBox.seal('rotated', 'w');
  const rotation = await db.owner.connect();
  onTestFinished(() => rotation.release(true));
  await rotation.query('begin');
  await rotation.query(`update webhooks set secret = $1 where id = 'w'`, [rotated]);
  const reencryption = reencryptSecrets(db.pool, new SecretBox([newSecret, oldSecret]), '');
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.pool.query(waiting)).rowCount, { interval: 10 }).toBe(1);
  await rotation.query('commit');
  await reencryption;
  expect(await secretsOf('w')).toEqual({ secret: rotated, previous_secret: null });
});

it('leaves secrets that neither app secret encrypted, and logs their number', async () => {
  const sealed = await new SecretBox(['a third secret, which is long enough']).seal('s', 'third');
  await insert('third', sealed);
  // Signs nothing any more.
  await insert('ended', await newBox.seal('s', 'ended'), sealed, '-1 second');
  const { lines, metrics } = await reencryptUntil('neither APP_SECRET nor');
  expect(lines.at(-1)).toEqual([
    'neither APP_SECRET nor APP_SECRET_PREVIOUS encrypted some secrets of webhooks',
    { current: 1, previous: 0, unknown: 1 },
  ]);
  expect(metrics).toContain('crewboard_webhook_secrets{encrypted_with="unknown"} 1');
  expect((await secretsOf('third')).secret).toBe(sealed);
});
