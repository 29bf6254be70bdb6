import { expectCount } from '../fixtures/attention.ts';
import { openAudit } from '../fixtures/audit.ts';
import { cardOf } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { createLeasedTask } from '../fixtures/leases.ts';
import { call } from '../fixtures/procedures.ts';
import { shiftClock } from '../fixtures/shifted-clock.ts';
import { expect, test } from '../fixtures/test.ts';

const hourMs = 3_600_000;
const inHalfAnHour = () => new Date(Date.now() + hourMs / 2).toISOString();

test.use({ hasFreshContexts: true });

// A page that renders differently from the server logs a hydration error, which fails the test. An hour behind:
// every-page.spec.ts.
test('hydrates pages, and counts leases by the clock of the service, in a browser whose clock is an hour ahead', async ({
  person,
  team,
  api,
}) => {
  const agent = await api.createAgent('Ada');
  const task = await createLeasedTask(api, agent, { title: 'In hand' });
  // What has passed by the clock of the browser alone.
  await api.createTask({ title: 'Starts soon', notBefore: inHalfAnHour() });
  await api.agents.rotateToken({ agentId: agent.id, graceSeconds: 3_600, expiresAt: inHalfAnHour() });
  const { page, context } = await person('owner');
  await shiftClock(context, 60);
  for (const [path, shown] of [
    [`/board/tasks/${task.id}`, 'In hand'],
    [`/agents/${agent.id}`, 'In hand'],
    ['/attention', 'Ada'],
    ['/audit', 'Ada'],
  ] as const) {
    await page.goto(`${team.path}${path}`);
    await expect(page.getByRole('main').getByText(shown).first(), path).toBeVisible();
    // A lease of five minutes, by the clock of the service.
    const lease = cardOf(page, 'In hand').getByText(/^[45] min$/);
    if (path.startsWith('/board/')) await expect(lease).toBeVisible();
  }
});

for (const [name, minutes] of [
  ['ahead', 60],
  ['behind', -60],
] as const)
  test(`counts periods back from the time of the service, in a browser whose clock is an hour ${name}`, async ({
    person,
    team,
    api,
    db,
  }) => {
    const { id } = await api.webhooks.create({ teamId: team.id, url: 'https://hooks.example.com/crewboard' });
    const task = await api.createTask({ title: 'Just now' });
    const { page, context } = await person('owner');
    await shiftClock(context, minutes);
    const row = (title: string) => page.locator('tr').filter({ hasText: `created “${title}”` });

    await test.step('those of the audit', async () => {
      await openAudit(page, team, db, '?type=task.created');
      // From the first message on, the page knows the time of the service.
      await api.moveTask(task.id, 'in_progress');
      await expectCount(page, 1);
      const filtered = page.waitForResponse(/events\.audit/);
      await choose(page, page.getByRole('combobox', { name: 'Time' }), 'Last hour');
      await (await filtered).finished();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(row('Just now')).toBeVisible();
      await api.createTask({ title: 'At last' });
      await expect(page.getByText('1 new event')).toBeVisible();
      await choose(page, page.getByRole('combobox', { name: 'Time' }), 'Custom');
      await expect(page).toHaveURL(/from=/);
      const from = Date.parse(new URL(page.url()).searchParams.get('from') ?? '');
      expect(Math.abs(Date.now() - hourMs - from)).toBeLessThan(hourMs / 2);
    });

    await test.step('and forward: how long a key is valid', async () => {
      await page.goto(`${team.path}/settings/api-keys`);
      // From the first message on, as above.
      const name = 'Expires today';
      const key = { teamId: team.id, name, access: 'read', expiresAt: inHalfAnHour() };
      expect((await call(page, team, 'apiKeys.create', key)).status).toBe(200);
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Expires within a day');
      await page.getByRole('button', { name: 'New API key' }).click();
      const dialog = page.getByRole('dialog', { name: 'New API key' });
      await dialog.getByLabel('Name').fill('CI');
      await dialog.getByLabel('Expires').selectOption('In 30 days');
      const sent = page.waitForRequest(/apiKeys\.create/);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const end = Date.parse((await sent).postDataJSON().expiresAt);
      expect(Math.abs(Date.now() + 30 * 24 * hourMs - end)).toBeLessThan(hourMs / 2);
    });

    await test.step('those of a recovery', async () => {
      await page.goto(`${team.path}/webhooks/${id}`);
      await api.webhooks.update({ webhookId: id, description: 'Changed while it is open' });
      await expect(page.getByText('Changed while it is open')).toBeVisible();
      await page.getByRole('button', { name: 'Recover…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Recover deliveries' });
      await dialog.getByRole('radio', { name: 'An hour ago' }).check();
      const sent = page.waitForRequest(/webhooks\.recover/);
      await dialog.getByRole('button', { name: 'Recover', exact: true }).click();
      const since = Date.parse((await sent).postDataJSON().since);
      expect(Math.abs(Date.now() - hourMs - since)).toBeLessThan(hourMs / 2);
    });
  });
