import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf, columnOf, dragTo } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { expect, test } from '../fixtures/test.ts';
import { keepToasts, toastOf } from '../fixtures/toast.ts';

test('shows who joins and leaves on a board that is open', async ({ person, team, api }) => {
  const task = await api.createTask({ title: 'Splice the rope' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  await expect(cardOf(page, 'Splice the rope')).toBeVisible();
  const names = () => page.getByRole('option').allTextContents();
  const openFilter = () => page.getByRole('combobox', { name: 'Assignee' }).click();

  // A member gets no event of who joins.
  const { userId, name } = await person('admin');
  await api.tasks.update({ taskId: task.id, assignedMemberId: userId });
  await expect(cardOf(page, 'Splice the rope').getByRole('img', { name })).toBeVisible();
  await openFilter();
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Escape');

  const { page: settings } = await person('owner');
  await settings.goto(`${team.path}/settings/members`);
  await settings.getByRole('button', { name: `Remove ${name}` }).click();
  await settings.getByRole('button', { name: 'Remove member' }).click();
  await expect(cardOf(page, 'Splice the rope').getByRole('img', { name })).toHaveCount(0);
  await openFilter();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect.poll(names).not.toContain(name);
});

test('people take tasks, hand them over, and find their own', async ({ person, team, api }) => {
  const ada = await api.createAgent('Ada');
  const paint = await api.createTask({ title: 'Paint the boat' });
  await api.createTask({ title: 'Sand the mast' });
  const { page } = await person('member');
  await keepToasts(page);
  const owner = await person('owner');
  const stored = () => api.getTask(paint.id);
  const [{ id: memberId = '' } = {}] = (await api.members.list()).filter(({ name }) => name === 'The member');
  const nav = page.getByRole('navigation', { name: team.name });
  const myTasks = nav.getByRole('link', { name: 'My tasks' });
  await page.goto(`${team.path}/board`);

  await test.step('a card that is dragged to In progress is theirs, and one Undo gives it back', async () => {
    await dragTo(page, cardOf(page, 'Paint the boat'), columnOf(page, 'In progress'));
    await expect(cardOf(page, 'Paint the boat').getByRole('img', { name: 'The member' })).toBeVisible();
    // While the toast is shown.
    await toastOf(page, 'Moved to In progress and assigned to you')
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(stored).toMatchObject({ status: 'todo', assignedMemberId: null });
    // Events are listed once all earlier transactions have ended, those of other tests too.
    const moves = async () => (await api.events.list({ taskId: paint.id, type: 'task.moved' })).length;
    await expect.poll(moves).toBe(2);
    await expect(myTasks).toHaveText('My tasks');
  });

  await test.step('I takes the card with the focus', async () => {
    await cardOf(page, 'Paint the boat').focus();
    await page.keyboard.press('i');
    await expect(cardOf(page, 'Paint the boat').getByRole('img', { name: 'The member' })).toBeVisible();
    await expect(myTasks).toHaveText('My tasks1 open');
    await expect.poll(stored).toMatchObject({ status: 'todo', assignedMemberId: memberId });
    expect((await api.as(ada.token).tasks.claimNext({ teamId: team.id }))?.title).toBe('Sand the mast');
    expect(await api.as(ada.token).tasks.claimNext({ teamId: team.id })).toBeUndefined();
  });

  await test.step('My tasks has theirs, and is one of the views of the board', async () => {
    await myTasks.click();
    await expect(page).toHaveURL(new RegExp(`/board\\?person=${memberId}$`));
    await expect(page.getByRole('heading', { name: 'My tasks' })).toBeVisible();
    await expect(myTasks).toHaveAttribute('aria-current', 'page');
    await expect(nav.getByRole('link', { name: 'Board' })).not.toHaveAttribute('aria-current');
    await expect(cardOf(page, 'Paint the boat')).toBeVisible();
    await expect(cardOf(page, 'Sand the mast')).toBeHidden();
    await expectAccessible(page);
  });

  await test.step('the search of the palette says whose task it is', async () => {
    await page.keyboard.press('Control+k');
    const search = page.getByLabel('Search tasks, pages and actions');
    await expect(search).toBeFocused();
    await search.fill('paint the');
    await expect(page.getByRole('button', { name: /Paint the boat/ })).toContainText('The member');
    await page.keyboard.press('Escape');
  });

  await test.step('hands it over to an agent in the panel, takes it over, and sees both in the history', async () => {
    await nav.getByRole('link', { name: 'Board' }).click();
    await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible();
    await cardOf(page, 'Paint the boat').click();
    const panel = page.getByRole('complementary');
    const assignee = panel.getByRole('combobox', { name: 'Assignee' });
    await expect(assignee).toHaveValue('Me (The member)');
    await choose(page, assignee, 'Ada');
    await expect.poll(stored).toMatchObject({ assignedAgentId: ada.id, assignedMemberId: null });
    await expect(panel.getByText('handed it from The member to Ada')).toBeVisible();
    await api.as(ada.token).tasks.claim({ taskId: paint.id, leaseSeconds: 3_600 });
    await expect(panel.getByRole('button', { name: 'Release…' })).toBeVisible();
    await panel.focus();
    await page.keyboard.press('i');
    await expect(panel.getByText('took it over from Ada')).toBeVisible();
    await expect.poll(stored).toMatchObject({ status: 'in_progress', assignedMemberId: memberId });
    await page.keyboard.press('Escape');
  });

  await test.step('another person finds it by the filter, and sees who has it', async () => {
    await owner.page.goto(`${team.path}/board`);
    const filter = owner.page.getByRole('combobox', { name: 'Assignee' });
    await choose(owner.page, filter, 'The member');
    await expect(cardOf(owner.page, 'Paint the boat')).toBeVisible();
    await expect(cardOf(owner.page, 'Sand the mast')).toBeHidden();
    await choose(owner.page, filter, 'Ada');
    await expect(cardOf(owner.page, 'Sand the mast')).toBeVisible();
    await expect(cardOf(owner.page, 'Paint the boat')).toBeHidden();
    await choose(owner.page, filter, 'Nobody');
    await expect(owner.page.getByText('No task matches these filters')).toBeVisible();
  });

  await test.step('a new task is for a person', async () => {
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill('Call the harbour');
    await choose(page, form.getByRole('combobox', { name: 'Assignee' }), 'The owner');
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(cardOf(page, 'Call the harbour').getByRole('img', { name: 'The owner' })).toBeVisible();
  });
});

test('typing in a list finds an option, however few there are', async ({ person, team, api }) => {
  const [ada, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  const { id } = await api.createTask({ title: 'Paint the boat', assignedAgentId: ada.id });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  const panel = page.getByRole('complementary');

  await test.step('in the panel, over the name that is chosen', async () => {
    const assignee = panel.getByRole('combobox', { name: 'Assignee' });
    await expect(assignee).toHaveValue('Ada');
    await assignee.focus();
    await page.keyboard.type('bob');
    await expect(page.getByRole('option')).toHaveText([/Bob$/]);
    await page.keyboard.press('Enter');
    await expect(assignee).toHaveValue('Bob');
    await expect.poll(async () => (await api.getTask(id)).assignedAgentId).toBe(bob.id);

    await page.keyboard.type('xyz');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(assignee).toHaveValue('Bob');
    await expect(assignee).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('and keeps who is chosen without a search', async () => {
    await api.createAgent('Bobby');
    await page.goto(`${team.path}/board/tasks/${id}`);
    const assignee = panel.getByRole('combobox', { name: 'Assignee' });
    await expect(assignee).toHaveValue('Bob');
    await assignee.focus();
    for (const typed of [
      ['B', 'Backspace'],
      ['B', 'o', 'b'],
    ]) {
      for (const key of typed) await page.keyboard.press(key);
      await expect(page.getByRole('option').first()).toHaveText('Nobody');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('option')).toHaveCount(0);
      await expect(assignee).toHaveValue('Bob');
    }
    expect((await api.getTask(id)).assignedAgentId).toBe(bob.id);
    // The name that is chosen is the beginning of another one.
    await page.keyboard.type('Bobb');
    await expect(page.getByRole('option')).toHaveText([/Bobby$/]);
    await page.keyboard.press('Enter');
    await expect(assignee).toHaveValue('Bobby');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('by an input method and a dead key', async () => {
    await page.goto(`${team.path}/board/tasks/${id}`);
    const priority = panel.getByRole('combobox', { name: 'Priority' });
    await expect(priority).toHaveValue('Normal');
    await priority.focus();
    const keyboard = await page.context().newCDPSession(page);
    const press = (key: string, code: number) =>
      keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: code });
    await press('Process', 229);
    await keyboard.send('Input.imeSetComposition', { text: 'hi', selectionStart: 2, selectionEnd: 2 });
    await keyboard.send('Input.insertText', { text: 'hi' });
    await expect(page.getByRole('option')).toHaveText([/High/]);
    await page.keyboard.press('Enter');
    await expect(priority).toHaveValue('High');
    await press('Dead', 219);
    await keyboard.send('Input.insertText', { text: 'ú' });
    await expect(priority).toHaveValue('ú');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(priority).toHaveValue('High');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('in the dialog of a new task', async () => {
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByLabel('Title').fill('Sand the mast');
    await form.getByRole('combobox', { name: 'Assignee' }).focus();
    await page.keyboard.type('ad');
    await expect(page.getByRole('option')).toHaveText(['Ada']);
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: 'Assignee' })).toHaveValue('Ada');
    await form.getByRole('combobox', { name: 'Priority' }).focus();
    await page.keyboard.type('h');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveValue('High');
    await page.keyboard.type('xyz');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveValue('High');
    await form.getByRole('button', { name: 'Create task' }).click();
    await expect(cardOf(page, 'Sand the mast').getByRole('img', { name: /Ada/ })).toBeVisible();
  });
});

test('a person who leaves the team has no open tasks there', async ({ person, team, api }) => {
  const { page } = await person('owner');
  const member = await person('member');
  const [{ id: assignedMemberId = '' } = {}] = (await api.members.list()).filter(
    ({ name }) => name === 'The member',
  );
  const task = await api.createTask({ title: 'Paint the boat', assignedMemberId });
  await page.goto(`${team.path}/board`);
  const card = cardOf(page, 'Paint the boat');
  await expect(card.getByRole('img', { name: 'The member' })).toBeVisible();
  await member.page.goto(`${team.path}/settings/members`);
  await member.page.getByRole('button', { name: 'Leave team' }).click();
  await member.page.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await expect(card.getByRole('img')).toHaveCount(1);
  await expect.poll(() => api.getTask(task.id)).toMatchObject({ status: 'todo', assignedMemberId: null });
});
