import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { OWNER_EMAIL, setUpOnce } from './first-start.ts';

const folder = mkdtempSync(join(tmpdir(), 'first-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands for `admin` of an installation with a team and these accounts. */
function adminWith(...emails: string[]): string {
  const program = join(folder, `${emails.length}.mjs`);
  const responses = {
    'team list': { teams: [{ id: 'team' }] },
    'user list': { users: emails.map((email) => ({ email })) },
    'user create': { email: OWNER_EMAIL, password: 'secret' },
  };
  writeFileSync(
    program,
    `console.log(JSON.stringify(${JSON.stringify(responses)}[process.argv.slice(2, 4).join(' ')]))`,
  );
  return program;
}

test('a start names the account that the first one created, unless it was deleted', async () => {
  expect(await setUpOnce({}, adminWith())).toEqual({ owner: { email: OWNER_EMAIL, password: 'secret' } });
  expect(await setUpOnce({}, adminWith('ada@example.com'))).toEqual({});
  expect(await setUpOnce({}, adminWith('ada@example.com', OWNER_EMAIL))).toEqual({ ownerEmail: OWNER_EMAIL });
});
