import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportOf, insertEvents } from '../fixtures/audit.ts';
import { withHydration } from '../fixtures/hydration.ts';
import { openSession } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';
import { startApi } from '../service/start-api.ts';
import { startWeb } from '../service/start-web.ts';

test('says when to try again after too many requests, and keeps the session', async ({
  account,
  browser,
  db,
  team,
}, { outputDir }) => {
  const { databaseUrl, appSecret } = readServiceAddress();
  // Enough for the board; then one request in four seconds.
  const env = { RATE_LIMIT_PER_MINUTE: '15' };
  const api = await startApi({ databaseUrl, appSecret, logFile: join(outputDir, 'api.log'), env });
  const webLog = join(outputDir, 'web.log');
  const web = await startWeb({ apiUrl: api.apiUrl, appSecret, logFile: webLog });
  const context = await browser.newContext({ baseURL: web.webUrl });
  await openSession(db, context, await account('member'), web.webUrl);
  const page = withHydration(await context.newPage());
  await page.goto(`${team.path}/board`);
  await page.getByRole('button', { name: 'New task' }).first().click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('One too many');

  const seen: number[] = [];
  let isOver = false;
  const script = (async () => {
    while (!isOver) {
      const response = await context.request.get('/api/trpc/accounts.me', {
        headers: { 'x-crewboard-team': team.id },
      });
      seen.push(response.status());
    }
  })();
  // The script has just taken the request that flowed back: the next one comes long after the click.
  const hasTakenAgain = () => seen.includes(429) && seen.lastIndexOf(200) > seen.indexOf(429);
  await expect.poll(hasTakenAgain, { intervals: [50] }).toBe(true);
  await form.getByRole('button', { name: 'Create task' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Too many requests' });
  await expect(notice.first()).toContainText(/Too many requests\. Try again in (\d+ seconds?|1 minute)\./);

  // Without this call of the page, the page does not try again by itself.
  const probe = /accounts\.me/;
  await page.route(probe, (route) => route.abort());
  await expect
    .poll(
      async () => {
        const response = await page.goto(`${team.path}/board`);
        const retryAfter = Number(response?.headers()['retry-after']);
        return response?.status() === 429 && retryAfter > 0;
      },
      { intervals: [50] },
    )
    .toBe(true);
  await expect(
    page.getByRole('heading', { name: /^Too many requests, try again (in \d+ seconds?|now)$/ }),
  ).toBeVisible();
  isOver = true;
  await script;
  await expect(page.getByRole('heading', { name: 'Too many requests, try again now' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(probe);
  await expect(page.getByRole('navigation', { name: team.name })).toBeVisible();
  expect(await readFile(webLog, 'utf8')).not.toContain('the request failed');
  expect([...new Set(seen)].sort()).toEqual([200, 429]);
  await expect(page).toHaveURL(new RegExp(`${team.path}/board`));
  await context.close();
  await web.stop();
  await api.stop();
});

test('exports an audit of more pages than the limit allows at once', async ({
  account,
  person,
  browser,
  db,
  team,
}, { outputDir }) => {
  const pages = 22;
  await insertEvents(team, db, pages * 250);
  const { context: unlimited } = await person('owner');
  const last = () => unlimited.request.get(exportOf(team, `format=jsonl&id=task-${pages * 250}`));
  await expect.poll(async () => (await last()).text()).toContain(`Task ${pages * 250}`);

  const { databaseUrl, appSecret } = readServiceAddress();
  const env = { RATE_LIMIT_PER_MINUTE: '20' };
  const api = await startApi({ databaseUrl, appSecret, logFile: join(outputDir, 'api.log'), env });
  const web = await startWeb({ apiUrl: api.apiUrl, appSecret, logFile: join(outputDir, 'web.log') });
  const context = await browser.newContext({ baseURL: web.webUrl });
  await openSession(db, context, await account('owner'), web.webUrl);
  const file = await context.request.get(exportOf(team, 'format=jsonl&type=task.created'), {
    timeout: 60_000,
  });
  expect((await file.text()).trimEnd().split('\n')).toHaveLength(pages * 250);
  await context.close();
  await web.stop();
  await api.stop();
});
