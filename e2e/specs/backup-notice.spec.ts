import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/axe.ts';
import { withHydration } from '../fixtures/hydration.ts';
import { openSession } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';
import { startApi } from '../service/start-api.ts';
import { startWeb } from '../service/start-web.ts';

const day = 86_400_000;
const nameAt = (ms: number) => `crewboard-${new Date(ms).toISOString().replaceAll(/[-:.]/g, '')}`;

test('tells operators, and nobody else, that the last backup is old, until there is a new one', async ({
  account,
  browser,
  db,
  team,
}, { outputDir }) => {
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-backups-'));
  await mkdir(join(folder, nameAt(Date.now() - 3 * day)));
  const { databaseUrl, appSecret } = readServiceAddress();
  const env = { BACKUP_DIR: folder };
  const api = await startApi({ databaseUrl, appSecret, logFile: join(outputDir, 'api.log'), env });
  const web = await startWeb({ apiUrl: api.apiUrl, appSecret, logFile: join(outputDir, 'web.log') });
  const open = async (isOperator: boolean) => {
    const context = await browser.newContext({ baseURL: web.webUrl });
    const person = await account(isOperator ? 'viewer' : 'owner');
    await db.pool.query('update users set is_operator = $2 where id = $1', [person.userId, isOperator]);
    await openSession(db, context, person, web.webUrl);
    const page = withHydration(await context.newPage());
    await page.goto(`${team.path}/board`);
    return page;
  };

  const operator = await open(true);
  const notice = operator.getByRole('status').filter({ hasText: 'backup' });
  await expect(notice).toHaveText(
    'The backup of this installation is overdue. The last one was made 3d ago. Run admin doctor on the server: it says what to do.',
  );
  await expectAccessible(operator);
  const owner = await open(false);
  await expect(owner.getByRole('heading', { name: 'Board' })).toBeVisible();
  await expect(owner.getByText('The backup of')).toHaveCount(0);

  await mkdir(join(folder, nameAt(Date.now())));
  await operator.reload();
  await expect(operator.getByRole('heading', { name: 'Board' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await operator.context().close();
  await owner.context().close();
  await web.stop();
  await api.stop();
  await rm(folder, { recursive: true });
});
