import { cardOf } from '../fixtures/board.ts';
import { createLeasedTask } from '../fixtures/leases.ts';
import { shiftClock } from '../fixtures/shifted-clock.ts';
import { expect, test } from '../fixtures/test.ts';

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
  const { page, context } = await person('owner');
  await shiftClock(context, 60);
  for (const [path, shown] of [
    [`/board/tasks/${task.id}`, 'In hand'],
    [`/agents/${agent.id}`, 'In hand'],
    ['/audit', 'Ada'],
  ] as const) {
    await page.goto(`${team.path}${path}`);
    await expect(page.getByRole('main').getByText(shown).first(), path).toBeVisible();
    // A lease of five minutes, by the clock of the service.
    const lease = cardOf(page, 'In hand').getByText(/^[45] min$/);
    if (path.startsWith('/board/')) await expect(lease).toBeVisible();
  }
});
