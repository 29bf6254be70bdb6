import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

/** The time of day, or the date of a call before today. */
const idle = /^Idle since (\d{1,2}:\d\d [AP]M|[A-Z][a-z]{2} \d{1,2})$/;

const stateOf = (page: Page, name: string) => page.getByRole('row', { name }).getByRole('cell').nth(1);

test('shows which agents work, are idle, were never called or are deactivated, live', async ({
  person,
  team,
  api,
  db,
}) => {
  const [ada, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  await api.createAgent('Chiara');
  const dawit = await api.createAgent('Dawit');
  await api.agents.update({ agentId: dawit.id, status: 'inactive' });
  const { id: taskId } = await api.createHeldTask(ada, { title: 'Under way' });
  await db.pool.query(`update agents set last_active_at = now() - interval '3 hours' where id = $1`, [
    bob.id,
  ]);
  const { page } = await person('viewer');
  await page.goto(`${team.path}/agents`);

  await test.step('names the state of each', async () => {
    await expect(stateOf(page, 'Ada')).toHaveText('Working');
    await expect(stateOf(page, 'Bob')).toHaveText(idle);
    await expect(stateOf(page, 'Chiara')).toHaveText('Never called');
    await expect(stateOf(page, 'Dawit')).toHaveText('Deactivated');
    await expect(page.getByRole('main').getByText('Active', { exact: true })).toHaveCount(0);
  });

  await test.step('filters by state, and counts each', async () => {
    await page.getByText('Never called 1').click();
    await expect(page).toHaveURL(/status=never-called/);
    await expect(page.getByRole('row', { name: 'Chiara' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Ada' })).toHaveCount(0);
    await page.getByText('All 4').click();
  });

  await test.step('follows a claim and a completion on the open page', async () => {
    const { id } = await api.createHeldTask(bob, { title: 'Another' });
    await expect(stateOf(page, 'Bob')).toHaveText('Working');
    await api.as(bob.token).tasks.complete({ taskId: id });
    await api.as(ada.token).tasks.complete({ taskId });
    await expect(stateOf(page, 'Bob')).toHaveText(idle);
    await expect(stateOf(page, 'Ada')).toHaveText(idle);
  });

  await test.step('shows the state on the page of an agent', async () => {
    await page.getByRole('link', { name: 'Ada' }).click();
    await expect(page.getByRole('definition').filter({ hasText: /^Idle since/ })).toBeVisible();
  });
});
