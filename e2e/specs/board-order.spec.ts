import type { Database } from '@crewboard/db';
import type { Page } from '@playwright/test';
import { cardOf, columnOf, dragTo, showNewestFirst } from '../fixtures/board.ts';
import { expect, type Team, test } from '../fixtures/test.ts';
import { holdToast, toastOf } from '../fixtures/toast.ts';

/** Closed tasks "Done 1" to "Done <count>", each closed a minute before the one before it, all created just now. */
async function createDoneTasks(db: Database, team: Team, count: number): Promise<void> {
  await db.pool.query(
    `insert into tasks (id, team_id, project_id, title, status, in_queue, status_changed_at)
     select $1 || '-' || n, $1, $2, 'Done ' || n, 'done', false, now() - n * interval '1 minute'
     from generate_series(1, $3::int) as n`,
    [team.id, team.projectId, count],
  );
  await db.pool.query('select recount()');
}

const titlesIn = (page: Page, name: Parameters<typeof columnOf>[1]) =>
  columnOf(page, name).getByRole('listitem');

/** Renders about ten frames a second, as a slow browser does. */
async function slowFrames(page: Page): Promise<() => Promise<void>> {
  const original = await page.evaluateHandle(() => window.requestAnimationFrame);
  await page.evaluate((frame) => {
    window.requestAnimationFrame = (callback) => window.setTimeout(() => frame.call(window, callback), 100);
  }, original);
  return () =>
    page.evaluate((frame) => {
      window.requestAnimationFrame = frame;
    }, original);
}

const waitForFrames = (page: Page, count: number) =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
  }, count);

test('sorts columns by the time of the last move', async ({ person, team, api, db }) => {
  const columns = [
    ['done', 'Done', 'Done'],
    ['cancelled', 'Cancelled', 'Cancelled'],
    ['in_progress', 'In progress', 'In progress since'],
  ] as const;
  for (const [status] of columns) {
    const oldest = await api.createTask({ title: `${status}: created first` });
    const newest = await api.createTask({ title: `${status}: created last` });
    for (const { id } of [newest, oldest]) await api.moveTask(id, status);
    await db.pool.query(`update tasks set status_changed_at = now() - interval '2 hours' where id = $1`, [
      newest.id,
    ]);
  }
  const agent = await api.createAgent('Ada');
  const task = await api.createTask({ title: 'Created before' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board`);
  await test.step('sorts closed columns by the time of closing, the latest first', async () => {
    for (const [status, name, label] of columns) {
      const [first, last] = [`${status}: created first`, `${status}: created last`];
      await expect(titlesIn(page, name)).toHaveText([
        new RegExp(`^${first}`),
        new RegExp(`^${last}.*2h ago`),
      ]);
      const time = cardOf(page, first).locator('time');
      const { rows } = await db.pool.query<{ at: string }>(
        'select status_changed_at as at from tasks where team_id = $1 and title = $2',
        [team.id, first],
      );
      await expect(time).toHaveAttribute('datetime', rows[0]?.at ?? '');
      await expect(time).toHaveAttribute('title', new RegExp(`^${label} .*\\d\\d:\\d\\d`));
    }
  });

  await test.step('puts a claimed or completed task first on open boards', async () => {
    await api.as(agent.token).tasks.claim({ taskId: task.id });
    await expect(titlesIn(page, 'In progress').first()).toHaveText(/^Created before/);
    await expect(titlesIn(page, 'In progress')).toHaveCount(3);
    await api.as(agent.token).tasks.complete({ taskId: task.id, result: 'Done' });
    await expect(titlesIn(page, 'Done').first()).toHaveText(/^Created before/);
    await expect(titlesIn(page, 'Done')).toHaveCount(3);
  });
});

test('leads from the toast to a task that was moved', async ({ person, team, api, db }) => {
  const { id } = await api.createTask({ title: 'Created long ago' });
  await api.moveTask(id, 'done');
  await db.pool.query(`update tasks set created_at = now() - interval '9 days' where id = $1`, [id]);
  await createDoneTasks(db, team, 300);
  await db.pool.query(
    `insert into tasks (id, team_id, project_id, title) select $1 || '-waiting-' || n, $1, $2, 'Waiting ' || n
     from generate_series(1, 120) as n`,
    [team.id, team.projectId],
  );
  for (const title of ['Finished later', 'Just finished']) await api.createTask({ title });
  const { page } = await person('member');
  await showNewestFirst(page);
  await page.goto(`${team.path}/board`);
  const panel = page.getByRole('complementary');

  await test.step('opens the panel for a task that is not loaded in its column', async () => {
    await dragTo(page, cardOf(page, 'Created long ago'), columnOf(page, 'To do'));
    // After the toast appeared: "Show" keeps these filters. The pointer stays on the toast.
    await holdToast(toastOf(page, 'Reopened'));
    await page.getByRole('combobox', { name: 'Priority' }).dispatchEvent('click');
    await page.getByRole('option', { name: 'Normal', exact: true }).dispatchEvent('click');
    await toastOf(page, 'Reopened').getByRole('button', { name: 'Show' }).click();
    await expect(panel.getByLabel('Title')).toHaveValue('Created long ago');
    await expect(page).toHaveURL(/priority=normal/);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });

  await test.step('shows a card that is dropped into Done as the first of hundreds', async () => {
    await dragTo(page, cardOf(page, 'Just finished'), columnOf(page, 'Done'));
    await expect(titlesIn(page, 'Done').first()).toHaveText(/^Just finished/);
    await expect(cardOf(page, 'Just finished')).toBeInViewport();
    const toast = toastOf(page, 'Moved to Done');
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(toast.getByRole('button', { name: 'Show' })).toHaveCount(0);
    await page.reload();
    await expect(titlesIn(page, 'Done').first()).toHaveText(/^Just finished/);
  });

  await test.step('scrolls to a card that is not in view', async () => {
    const scroller = columnOf(page, 'Done').locator('[data-scroller]');
    await scroller.evaluate((element) => element.scrollTo({ top: 2_000 }));
    await expect(titlesIn(page, 'Done').first()).not.toHaveAttribute('data-index', '0');
    await dragTo(page, cardOf(page, 'Finished later'), columnOf(page, 'Done'));
    const restoreFrames = await slowFrames(page);
    await toastOf(page, 'Finished later').getByRole('button', { name: 'Show' }).click();
    await expect(cardOf(page, 'Finished later')).toBeInViewport();
    await expect(cardOf(page, 'Finished later')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel.getByLabel('Title')).toHaveValue('Finished later');
    await waitForFrames(page, 10);
    await expect(panel).toBeVisible();
    await restoreFrames();
  });

  await test.step('moves from the panel to the card, on a small screen', async () => {
    await panel.getByRole('button', { name: 'Reopen' }).click();
    await page.setViewportSize({ width: 400, height: 800 });
    await panel.getByRole('button', { name: 'Cancel task' }).click();
    await toastOf(page, 'Cancelled').getByRole('button', { name: 'Show' }).click();
    await expect(panel).toHaveCount(0);
    await expect(cardOf(page, 'Finished later')).toBeInViewport();
  });
});

test('loads more of a closed column without losing or repeating a card, and moves to its ends with Home and End', async ({
  person,
  team,
  db,
}) => {
  await createDoneTasks(db, team, 130);
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board`);
  const column = columnOf(page, 'Done');
  await expect(titlesIn(page, 'Done').first()).toHaveText(/^Done 1(?!\d)/);
  await page.keyboard.press('j');
  await page.keyboard.press('End');
  await expect(page.locator(':focus')).toContainText(/^Done 50(?!\d)/);
  await expect(column.getByText('Done 1', { exact: true })).toHaveCount(0);
  await expect(column.locator('ul')).toHaveAttribute('data-count', '100');
  await page.keyboard.press('End');
  await expect(column.locator('ul')).toHaveAttribute('data-count', '130');
  await page.keyboard.press('Home');
  await expect(cardOf(page, 'Done 1').first()).toBeFocused();
});

test('loads pages without a card until it finds those of an agent that are far back', async ({
  person,
  team,
  api,
  db,
}) => {
  const agent = await api.createAgent('Ada');
  const { id } = await api.createDoneTask(agent, 'Done', { title: 'Long ago' });
  await db.pool.query(`update tasks set status_changed_at = now() - interval '90 days' where id = $1`, [id]);
  // The API looks at 10,000 tasks for a page.
  await createDoneTasks(db, team, 20_010);
  const { page } = await person('viewer');

  await test.step('on the board', async () => {
    await page.goto(`${team.path}/board?agent=${agent.id}`);
    await expect(titlesIn(page, 'Done')).toHaveText([/^Long ago/]);
    await expect(columnOf(page, 'Done').getByRole('heading')).toContainText('1');
  });

  await test.step('on the page of the agent', async () => {
    await page.goto(`${team.path}/agents/${agent.id}`);
    await expect(page.getByRole('link', { name: 'Long ago' })).toBeVisible();
  });
});
