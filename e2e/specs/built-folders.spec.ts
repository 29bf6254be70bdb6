import { rm } from 'node:fs/promises';
import { findFreePort, startEmbeddedPostgres } from '@crewboard/db/embedded';
import { makeClusterFolder } from '@crewboard/db/testing';
import { expect, test } from '../fixtures/test.ts';
import { BuiltFolders } from '../service/built-folders.ts';

// In one worker, with one copy of the folders.
test.describe.configure({ mode: 'default' });

let built: BuiltFolders;
test.beforeAll(async () => {
  built = await BuiltFolders.copy();
});
test.afterAll(() => built.close());

const ownerEmail = 'owner@crewboard.test';
const ownerPassword = 'the password of the first owner';

test('the built folders run where there is nothing but Node, with secrets from files and a first team', async () => {
  const dataDir = await makeClusterFolder('crewboard-built-');
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    const database = { DATABASE_URL_FILE: built.write('database-url', postgres.url) };
    const ownerUrl = { DATABASE_OWNER_URL_FILE: built.write('owner-url', postgres.ownerUrl) };
    const secret = {
      APP_SECRET_FILE: built.write('app-secret', 'a secret of the tests, long enough for them'),
    };

    await expect(built.run('api/admin.js', ['team', 'list'], {})).rejects.toThrow(/DATABASE_URL is not set/);
    expect(await built.run('api/admin.js', ['--help'], {})).toContain('Usage: node admin.js');
    // As the image starts it.
    expect(await built.run('api/admin.js', ['--help'], {}, ['--title=crewboard'])).toContain(
      'Usage: crewboard admin',
    );
    const apiKey = (await built.run('api/admin.js', ['key', 'generate'], {})).trim();
    const init = {
      INIT_OWNER_EMAIL: ownerEmail,
      INIT_OWNER_PASSWORD_FILE: built.write('password', ownerPassword),
      INIT_TEAM: 'Harbour',
      INIT_API_KEY_FILE: built.write('api-key', apiKey),
    };
    const migrate = () => built.run('api/migrate.js', [], { ...database, ...ownerUrl, ...init });
    expect(await migrate()).toContain('created the first team and its owner');
    expect(await migrate()).not.toContain('created the first team');
    const list = async (what: string) =>
      JSON.parse(await built.run('api/admin.js', [what, 'list', '--json'], database));
    const { teams } = await list('team');
    expect(teams).toMatchObject([{ name: 'Harbour' }]);
    const { users } = await list('user');
    expect(users).toMatchObject([{ email: ownerEmail, teams: [{ name: 'Harbour', role: 'owner' }] }]);

    const api = { ...database, ...secret, API_PORT: '0', WEBHOOK_DELIVERY: 'worker' };
    const [, apiUrl = ''] = await built.start('api/main.js', api, /listening at (http:\/\/127\.0\.0\.1:\d+)/);
    // On a busy machine its first check of the database takes longer than the second that it has.
    await expect.poll(async () => (await fetch(`${apiUrl}/readyz`)).status).toBe(200);
    const docs = await (await fetch(`${apiUrl}/docs`)).text();
    const script = /<script src="([^"]+)"/.exec(docs)?.[1] ?? '';
    expect((await fetch(new URL(script, `${apiUrl}/docs/`))).status, `the script ${script}`).toBe(200);
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const me = await fetch(`${apiUrl}/api/me`, { headers });
    expect(await me.json()).toMatchObject({ teamId: teams[0].id });
    await built.start('api/worker.js', { ...database, ...secret }, /sending webhooks/);

    const port = String(await findFreePort());
    const web = { ...secret, API_URL: apiUrl, PORT: port, HOSTNAME: '127.0.0.1', NODE_ENV: 'production' };
    await built.start('web/apps/web/server.js', web, /starting the web server/);
    const webUrl = `http://127.0.0.1:${port}`;
    const page = await (await fetch(`${webUrl}/sign-in`)).text();
    const style = /href="(\/_next\/static\/[^"]+\.css[^"]*)"/.exec(page)?.[1] ?? '';
    expect((await fetch(webUrl + style)).headers.get('content-type')).toContain('text/css');

    // Argon2 and the secret that both programs share.
    const form = await fetch(`${webUrl}/api/auth/csrf`);
    const { csrfToken } = (await form.json()) as { csrfToken: string };
    const signedIn = await fetch(`${webUrl}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: {
        Origin: webUrl,
        Cookie: form.headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0])
          .join('; '),
      },
      body: new URLSearchParams({ csrfToken, email: ownerEmail, password: ownerPassword, json: 'true' }),
    });
    expect(signedIn.status, await signedIn.text()).toBe(200);
  } finally {
    await built.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
});

for (const program of [
  'api/main.js',
  'api/worker.js',
  'api/migrate.js',
  'api/admin.js',
  'web/apps/web/server.js',
]) {
  test(`${program} says which secret it is given twice, and which file is missing`, async () => {
    const missing = `${built.folder}/missing`;
    const args = program.endsWith('admin.js') ? ['team', 'list'] : [];
    const run = (env: Record<string, string>) => built.run(program, args, { PORT: '0', ...env });
    await expect(run({ APP_SECRET: 'x', APP_SECRET_FILE: missing })).rejects.toThrow(
      /APP_SECRET and APP_SECRET_FILE are both set/,
    );
    await expect(run({ DATABASE_URL_FILE: missing })).rejects.toThrow(
      /DATABASE_URL_FILE: the file cannot be read .*missing/,
    );
  });
}
