import { cardOf, columnOf, expectAnnounced, liftWithKeyboard } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, keepToasts, toastOf } from '../fixtures/toast.ts';

test('leaves texts, focus and dialogs to a person who goes on before a response', async ({
  person,
  team,
  api,
  pageErrors,
}) => {
  const { id } = await api.createTask({ title: 'Original', description: 'As it was' });
  await api.createTask({ title: 'Carried' });
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board`);
  const panel = page.getByRole('complementary');
  const title = panel.getByLabel('Title');
  const description = panel.getByRole('textbox', { name: 'Description' });

  await test.step('keeps the focus in a comment when a move by keyboard fails', async () => {
    const moves = await holdRequests(page, /tasks\.move/);
    await liftWithKeyboard(page, 'Carried');
    await page.keyboard.press('ArrowRight');
    await expectAnnounced(page, '“Carried” is over In progress.');
    await page.keyboard.press('Space');
    await moves.arrived;
    await cardOf(page, 'Original').click();
    await panel.getByLabel('Comment').pressSequentially('I ');
    moves.fail();
    await expect(failureOf(page, 'reach')).toBeVisible();
    await page.keyboard.type('can see');
    await expect(panel.getByLabel('Comment')).toHaveValue('I can see');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The browser logs the failed request.
    pageErrors.length = 0;
  });

  await test.step('keeps what is typed into a title while the one before is saved', async () => {
    const updates = await holdRequests(page, /tasks\.update/);
    await title.fill('First');
    await title.press('Enter');
    await updates.arrived;
    await title.click();
    await title.press('End');
    await title.pressSequentially(' and second');
    updates.send();
    await expect.poll(async () => (await api.getTask(id)).title).toBe('First');
    await expect(cardOf(page, 'First')).toBeVisible();
    await expect(title).toHaveValue('First and second');
    await title.press('Enter');
    await expect.poll(async () => (await api.getTask(id)).title).toBe('First and second');
    await expect(panel.getByText(/^Draft/)).toHaveCount(0);
  });

  await test.step('keeps what is typed into a description while the one before is saved', async () => {
    await panel.getByRole('button', { name: 'Edit' }).click();
    const updates = await holdRequests(page, /tasks\.updateIfUnchanged/);
    await description.fill('Mine');
    await description.press('Control+Enter');
    await updates.arrived;
    await description.press('End');
    await description.pressSequentially(' and more');
    updates.send();
    await expect.poll(async () => (await api.getTask(id)).description).toBe('Mine');
    await expect(panel.getByRole('button', { name: 'Cancel', exact: true })).toBeEnabled();
    await expect(description).toHaveValue('Mine and more');
    await expect(panel.getByText('was changed meanwhile')).toHaveCount(0);
    await description.press('Control+Enter');
    await expect(description).toHaveCount(0);
    expect((await api.getTask(id)).description).toBe('Mine and more');
  });

  await test.step('shows no conflict of a description whose draft was discarded', async () => {
    const reads = await holdRequests(page, /tasks\.get/);
    await panel.getByRole('button', { name: 'Edit' }).click();
    await description.fill('Discarded');
    await description.press('Escape');
    await panel.getByRole('button', { name: 'Continue editing' }).click();
    await description.press('Control+Enter');
    await reads.arrived;
    await api.tasks.update({ taskId: id, description: 'Theirs' });
    // The field stays open while it is being saved.
    await description.press('Escape');
    await expect(panel.getByText('Draft restored')).toBeVisible();
    await panel.getByRole('button', { name: 'Discard' }).click();
    await panel.getByRole('button', { name: 'Edit' }).click();
    reads.send();
    await expect(panel.getByRole('button', { name: 'Cancel', exact: true })).toBeEnabled();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await panel.getByRole('button', { name: 'Cancel', exact: true }).click();
  });

  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await test.step('runs no command for an Enter before the command palette was closed', async () => {
    const searches = await holdRequests(page, /board\.column/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('needle');
    await page.keyboard.press('Enter');
    await searches.arrived;
    await page.mouse.click(10, 10);
    await expect(palette).toHaveCount(0);
    searches.send();
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('button', { name: 'New task' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  await test.step('shows in the open command palette what others create', async () => {
    await page.keyboard.type('needle');
    await expect(palette).toContainText('No results for “needle”');
    await api.createTask({ title: 'Find the needle' });
    await expect(palette.getByRole('button', { name: 'Find the needle' })).toBeVisible();
  });

  const titleOfNew = page.getByRole('dialog', { name: 'New task' }).getByLabel('Title');
  const creations = await holdRequests(page, /tasks\.create/);
  await test.step('creates one task, as it was when it was sent', async () => {
    await palette.getByRole('textbox').fill('new task');
    await page.keyboard.press('Enter');
    await titleOfNew.fill('Created once');
    await titleOfNew.press('Control+Enter');
    await creations.arrived;
    await titleOfNew.press('Control+Enter');
    await titleOfNew.pressSequentially(' and more');
    await expect(titleOfNew).toHaveValue('Created once');
  });

  await test.step('leaves the next new task open when the one before is created', async () => {
    await page.goBack();
    await expect(titleOfNew).toHaveCount(0);
    await page.keyboard.press('c');
    await titleOfNew.fill('The next one');
    creations.send();
    await expect(cardOf(page, 'Created once')).toBeVisible();
    await page.reload();
    await expect(titleOfNew).toHaveValue('The next one');
    await expect(cardOf(page, 'Created once')).toHaveCount(1);
  });
});

test('sends changes of a task in order, and shows and undoes the last one', async ({
  person,
  team,
  api,
  pageErrors,
}) => {
  const { id } = await api.createTask({ title: 'Changed twice' });
  await api.moveTask(id, 'done');
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board/tasks/${id}`);
  const panel = page.getByRole('complementary');
  const status = panel.getByLabel('Status', { exact: true });
  const reopening = await holdRequests(page, /tasks\.move/);
  await panel.getByRole('button', { name: 'Reopen' }).click();
  await reopening.arrived;
  const cancelling = await holdRequests(page, /tasks\.move/);
  await panel.getByRole('button', { name: 'Cancel task' }).click();
  const cancelled = columnOf(page, 'Cancelled').getByText('Changed twice');
  await expect(cancelled).toBeVisible();
  expect((await api.getTask(id)).status).toBe('done');

  await test.step('keeps the second change shown when the first one is confirmed', async () => {
    reopening.send();
    await cancelling.arrived;
    await expect(panel.getByText('moved it from Done to To do')).toBeVisible();
    expect((await api.getTask(id)).status).toBe('todo');
    await expect(cancelled).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Reopen' })).toBeVisible();
  });

  await test.step('offers to undo the second change', async () => {
    cancelling.send();
    await toastOf(page, 'Cancelled').getByRole('button', { name: 'Undo' }).click();
    await expect(columnOf(page, 'To do').getByText('Changed twice')).toBeVisible();
    await expect.poll(async () => (await api.getTask(id)).status).toBe('todo');
    await expect(toastOf(page, 'Reopened')).toHaveCount(0);
  });

  await test.step('shows what others change beside what is expected, and alone after both changes failed', async () => {
    const first = await holdRequests(page, /tasks\.move/);
    await choose(page, status, 'In progress');
    await first.arrived;
    const second = await holdRequests(page, /tasks\.move/);
    await choose(page, status, 'Done');
    await api.tasks.update({ taskId: id, title: 'Renamed by a client' });
    const done = columnOf(page, 'Done').getByText('Renamed by a client');
    await expect(done).toBeVisible();
    first.fail();
    await second.arrived;
    await expect(done).toBeVisible();
    second.fail();
    await expect(columnOf(page, 'To do').getByText('Renamed by a client')).toBeVisible();
    await expect(status).toHaveValue('To do');
    await expect(columnOf(page, 'To do').getByRole('heading')).toContainText('1');
    await expect(columnOf(page, 'Done').getByRole('heading')).toContainText('0');
    // The browser logs the failed requests.
    pageErrors.length = 0;
  });

  await test.step('saves a description between two moves', async () => {
    const first = await holdRequests(page, /tasks\.move/);
    await choose(page, status, 'In progress');
    await first.arrived;
    await panel.getByRole('button', { name: 'Write one' }).click();
    await panel.getByRole('textbox', { name: 'Description' }).fill('Written meanwhile');
    await page.keyboard.press('Control+Enter');
    await choose(page, status, 'To do');
    const { version } = await api.getTask(id);
    first.send();
    await expect.poll(async () => (await api.getTask(id)).version).toBe(version + 3);
    expect(await api.getTask(id)).toMatchObject({ status: 'todo', description: 'Written meanwhile' });
    await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible();
  });

  await test.step('keeps a text that is newer than a late response', async () => {
    const late = Promise.withResolvers<void>();
    await page.route(/tasks\.move/, async (route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    await choose(page, status, 'In progress');
    await expect.poll(async () => (await api.getTask(id)).status).toBe('in_progress');
    const long = `Newer ${'text '.repeat(300)}`;
    await api.tasks.update({ taskId: id, description: long });
    const shown = panel.getByRole('region', { name: 'Description' });
    await expect(shown).toContainText('Newer text');
    await api.tasks.update({ taskId: id, priority: 'high' });
    await expect(panel.getByLabel('Priority', { exact: true })).toHaveValue('High');
    late.resolve();
    await expectAnnounced(page, 'Moved “Renamed by a client” from To do to In progress.');
    await expect(shown).toContainText('Newer text');
    await page.unroute(/tasks\.move/);
  });

  await test.step('sends a change that waits after the person has left the team', async () => {
    const first = await holdRequests(page, /tasks\.move/);
    await panel.getByRole('button', { name: 'Cancel task' }).click();
    await first.arrived;
    await panel.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: /account menu/ }).click();
    await pressMenuItem(page.getByRole('menuitem', { name: 'Your account' }));
    await expect(page).toHaveURL(/account/);
    const { version } = await api.getTask(id);
    first.send();
    await expect.poll(async () => (await api.getTask(id)).version).toBe(version + 2);
    expect((await api.getTask(id)).status).toBe('todo');
  });
});
