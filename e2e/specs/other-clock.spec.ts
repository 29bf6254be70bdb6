import { cardOf } from '../fixtures/board.ts';
import { createLeasedTask } from '../fixtures/leases.ts';
import { expect } from '../fixtures/test.ts';
import { test } from '../fixtures/with-receiver.ts';

test.use({ hasFreshContexts: true });

// A page that renders differently from the server logs a hydration error, which fails the test.
for (const [offset, minutes, pages] of [
  ['an hour ahead', 60, /^\/(board|agents\/|audit)/],
  ['an hour behind', -60, /./],
] as const) {
  test(`hydrates pages, and counts leases by the clock of the service, in a browser whose clock is ${offset}`, async ({
    person,
    team,
    api,
    endpoint,
  }) => {
    const agent = await api.createAgent('Ada');
    const task = await createLeasedTask(api, agent, { title: 'In hand' });
    const webhook = await endpoint({ description: 'Of the tests' });
    await api.webhooks.test({ webhookId: webhook.id });
    const { page } = await person('owner');
    await page.clock.setSystemTime(Date.now() + minutes * 60_000);
    for (const [path, shown] of [
      [`/board/tasks/${task.id}`, 'In hand'],
      ['/agents', 'Ada'],
      [`/agents/${agent.id}`, 'In hand'],
      ['/webhooks', 'Of the tests'],
      [`/webhooks/${webhook.id}`, 'webhook.tested'],
      ['/audit', 'Ada'],
      ['/settings/projects', 'General'],
      ['/settings/api-keys', 'First key'],
    ] as const) {
      if (!pages.test(path)) continue;
      await page.goto(`${team.path}${path}`);
      await expect(page.getByRole('main').getByText(shown).first(), path).toBeVisible();
      // A lease of five minutes, by the clock of the service.
      const lease = cardOf(page, 'In hand').getByText(/^[45] min$/);
      if (path.startsWith('/board/')) await expect(lease).toBeVisible();
    }
  });
}
