import { columnOf } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { withHydration } from '../fixtures/hydration.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, keepToasts } from '../fixtures/toast.ts';

test('keeps a claim that began while the release waited for an earlier change', async ({
  person,
  team,
  api,
}) => {
  const [ada, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  const { id } = await api.createHeldTask(ada, { title: 'Passed on' });
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board/tasks/${id}`);
  const panel = page.getByRole('complementary');
  const updates = await holdRequests(page, /tasks\.update/);
  await choose(page, panel.getByLabel('Priority', { exact: true }), 'High');
  await updates.arrived;
  await panel.getByRole('button', { name: 'Release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release this task?' });
  await dialog.getByRole('button', { name: 'Release task' }).click();
  await expect(columnOf(page, 'To do')).toContainText('Passed on');
  await api.as(ada.token).tasks.release({ taskId: id, attempt: 1 });
  await api.as(bob.token).tasks.claim({ taskId: id });
  updates.send();
  await expect(failureOf(page, 'Not released')).toContainText('The claim of “Passed on” has already ended.');
  await expect(columnOf(page, 'In progress')).toContainText('Passed on');
  expect(await api.getTask(id)).toMatchObject({ assignedAgentId: bob.id, priority: 'high', attempt: 2 });
});

test('counts what the person changed on another page while a save failed', async ({
  person,
  team,
  api,
  pageErrors,
}) => {
  const { id } = await api.createTask({ title: 'On two pages' });
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board/tasks/${id}`);
  const panel = page.getByRole('complementary');
  const saves = await holdRequests(page, /tasks\.updateIfUnchanged/);
  await panel.getByRole('button', { name: 'Write one' }).click();
  await panel.getByRole('textbox', { name: 'Description' }).fill('Not saved');
  await page.keyboard.press('Control+Enter');
  await saves.arrived;
  const other = withHydration(await page.context().newPage());
  await other.goto(`${team.path}/board/tasks/${id}`);
  await choose(other, other.getByRole('complementary').getByLabel('Status', { exact: true }), 'Done');
  await expect(columnOf(page, 'Done').getByText('On two pages')).toBeVisible();
  saves.fail();
  await expect(failureOf(page, 'reach')).toBeVisible();
  await expect(columnOf(page, 'Done').getByRole('heading')).toContainText('1');
  await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('0');
  // The browser logs the failed request.
  pageErrors.length = 0;
});

test('keeps a card that a search finds by its description, when the columns are read during a move', async ({
  person,
  team,
  api,
}) => {
  const { id } = await api.createTask({ title: 'Hay', description: 'With a needle in it' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}?q=needle`);
  const moves = await holdRequests(page, /tasks\.move/);
  await choose(page, page.getByRole('complementary').getByLabel('Status', { exact: true }), 'In progress');
  await moves.arrived;
  const read = page.waitForResponse(/board\.column.*in_progress/);
  await api.createTask({ title: 'Another needle' });
  await read;
  await expect(columnOf(page, 'To do')).toContainText('Another needle');
  moves.send();
  await expect.poll(async () => (await api.getTask(id)).status).toBe('in_progress');
  await expect(columnOf(page, 'In progress')).toContainText('Hay');
  await expect(columnOf(page, 'To do')).not.toContainText('Hay');
});
