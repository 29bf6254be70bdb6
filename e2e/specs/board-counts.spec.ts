import type { Database } from '@crewboard/db';
import { expectAccessible } from '../fixtures/axe.ts';
import { columnOf } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { expect, type Team, test } from '../fixtures/test.ts';

/** Closed tasks of high priority. The API counts 1,000 of them. */
async function createDoneTasks(db: Database, team: Team, count: number): Promise<void> {
  await db.pool.query(
    `insert into tasks (id, team_id, project_id, title, status, priority, in_queue, status_changed_at)
     select $1 || '-' || n, $1, $2, 'Done ' || n, 'done', 'high', false, now() - n * interval '1 minute'
     from generate_series(1, $3::int) as n`,
    [team.id, team.projectId, count],
  );
  await db.pool.query('select recount()');
}

test('shows how many tasks a filter finds at least, and reads that again after changes', async ({
  person,
  team,
  api,
  db,
}) => {
  await createDoneTasks(db, team, 1_001);
  const { id } = await api.createTask({ title: 'Waiting', priority: 'high' });
  const { page } = await person('viewer');
  const [todo, done] = [columnOf(page, 'To do'), columnOf(page, 'Done')];
  const doneCount = done.getByRole('heading');

  await test.step('is exact without a filter', async () => {
    await page.goto(`${team.path}/board`);
    await expect(page.getByRole('region', { name: 'Done, 1,001', exact: true })).toBeVisible();
  });

  await test.step('marks a count that is not exact, also for screen readers', async () => {
    await choose(page, page.getByRole('combobox', { name: 'Priority' }), 'High');
    await expect(page.getByRole('region', { name: 'Done, at least 1,000 tasks', exact: true })).toBeVisible();
    await expect(doneCount).toContainText('1,000+');
    await expect(page.getByRole('heading', { name: 'Done at least 1,000 tasks', exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'To do, 1', exact: true })).toBeVisible();
    await expect(done.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '-1');
    await expect(todo.getByRole('listitem')).toHaveAttribute('aria-setsize', '1');
    await expectAccessible(page);
  });

  await test.step('keeps it when a task arrives, while the exact count of the other column follows', async () => {
    await api.moveTask(id, 'done');
    await expect(page.getByRole('region', { name: 'To do, 0', exact: true })).toBeVisible();
    await expect(done).toContainText('Waiting');
    await expect(doneCount).toContainText('1,000+');
    await expect(todo.getByRole('heading')).toContainText('0');
  });

  await test.step('reads it again after an event', async () => {
    for (const taskId of [`${team.id}-1`, `${team.id}-2`]) {
      await api.tasks.update({ taskId, priority: 'low' });
    }
    await expect(page.getByRole('region', { name: 'Done, 1,000', exact: true })).toBeVisible();
    await expect(doneCount).not.toContainText('+');
  });
});
