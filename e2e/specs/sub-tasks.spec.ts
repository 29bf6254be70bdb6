import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { expectAnnounced } from '../fixtures/board.ts';
import { cardIn, listIn, panelOf, searchAndChoose } from '../fixtures/dependencies.ts';
import { expect, test } from '../fixtures/test.ts';
import { failureOf, keepToasts, toastOf } from '../fixtures/toast.ts';

const panelButton = (page: Page, name: string) => panelOf(page).getByRole('button', { name, exact: true });
const searchIn = (page: Page) => panelOf(page).getByRole('combobox', { name: /^Search for/ });
const rowsOf = (page: Page) => listIn(page, 'Sub-tasks').getByRole('listitem');

test('sub-tasks and the parent stay current, and open their tasks', async ({ person, team, api }) => {
  const ada = await api.createAgent('Ada');
  const fair = await api.createTask({ title: 'The fair' });
  const stand = await api.createTask({ title: 'Build the stand', parentId: fair.id });
  const talk = await api.createTask({ title: 'Give a talk', parentId: fair.id });
  const [one, other] = [(await person('member')).page, (await person('viewer')).page];
  await one.goto(`${team.path}/board/tasks/${fair.id}`);
  await other.goto(`${team.path}/board/tasks/${stand.id}`);
  await expect(rowsOf(one)).toHaveText([/Build the stand/, /Give a talk/]);
  await expect(panelOf(one)).toContainText('0 of 2 done');
  await expect(listIn(other, 'Parent')).toContainText('The fair');
  await expectAccessible(one);

  await test.step('an agent takes and completes one', async () => {
    await api.as(ada.token).tasks.claim({ taskId: stand.id });
    await expect(rowsOf(one).first().getByRole('img', { name: 'In progress' })).toBeVisible();
    await api.as(ada.token).tasks.complete({ taskId: stand.id, result: 'Done' });
    await expect(panelOf(one)).toContainText('1 of 2 done');
    await expect(rowsOf(one)).toHaveText([/Build the stand/, /Give a talk/]);
  });

  await test.step('one is cancelled, one is created, and one gets another parent', async () => {
    await api.moveTask(talk.id, 'cancelled');
    await expect(panelOf(one)).toContainText('1 of 2 done, 1 cancelled');
    const flyers = await api.createTask({ title: 'Print the flyers', parentId: fair.id });
    await expect(rowsOf(one)).toHaveText([/Build the stand/, /Give a talk/, /Print the flyers/]);
    await expect(panelOf(one)).toContainText('1 of 3 done, 1 cancelled');
    await api.tasks.update({ taskId: flyers.id, parentId: stand.id });
    await expect(rowsOf(one)).toHaveText([/Build the stand/, /Give a talk/]);
    await expect(listIn(other, 'Sub-tasks')).toContainText('Print the flyers');
    await expect(panelOf(other)).toContainText('0 of 1 done');
  });

  await test.step('the parent is renamed and completed', async () => {
    await api.tasks.update({ taskId: fair.id, title: 'The trade fair' });
    await expect(listIn(other, 'Parent').getByRole('link', { name: 'The trade fair' })).toBeVisible();
    await api.moveTask(fair.id, 'done');
    await expect(listIn(other, 'Parent').getByRole('img', { name: 'Done' })).toBeVisible();
  });

  await test.step('a listed task opens in the panel, and its parent again', async () => {
    await rowsOf(one).first().getByRole('link').click();
    await expect(panelOf(one).getByLabel('Title')).toHaveValue('Build the stand');
    await listIn(one, 'Parent').getByRole('link').click();
    await expect(panelOf(one).getByLabel('Title')).toHaveValue('The trade fair');
  });

  await test.step('a viewer reads them without a way to change them', async () => {
    await expect(panelOf(other).getByRole('button', { name: /: (remove|change)$/ })).toHaveCount(0);
    for (const name of ['Add sub-task', 'Add existing', 'Set parent'])
      await expect(panelButton(other, name)).toBeHidden();
    const alone = await api.createTask({ title: 'On its own' });
    await other.goto(`${team.path}/board/tasks/${alone.id}`);
    await expect(panelOf(other)).toContainText('On its own');
    await expect(panelOf(other)).not.toContainText('Sub-tasks');
  });

  await test.step('shows the oldest of many, and all on request', async () => {
    for (let number = 10; number < 34; number += 1)
      await api.createTask({ title: `Step ${number}`, parentId: talk.id });
    await cardIn(other, 'Cancelled', 'Give a talk').click();
    await expect(rowsOf(other)).toHaveCount(20);
    await expect(rowsOf(other).first()).toContainText('Step 10');
    await expect(panelOf(other)).toContainText('0 of 24 done');
    await panelOf(other).getByRole('button', { name: 'Show all 24' }).press('Enter');
    await expect(rowsOf(other)).toHaveCount(24);
  });
});

test('adds a sub-task with the dialog for new tasks', async ({ person, team, api }) => {
  const website = await api.createProject('Website');
  const fair = await api.createTask({ title: 'The fair', projectId: website.id });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${fair.id}`);
  const dialog = page.getByRole('dialog', { name: 'New sub-task' });

  await test.step('it names the parent, and is left with the keyboard', async () => {
    await panelButton(page, 'Add sub-task').press('Enter');
    await expect(dialog.getByRole('list', { name: 'Parent' })).toContainText('The fair');
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveValue('Website');
    await expectAccessibleDialog(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(panelButton(page, 'Add sub-task')).toBeFocused();
    await expect(page).toHaveURL(`${team.path}/board/tasks/${fair.id}`);
  });

  await test.step('a reload keeps it open, and what it creates is listed', async () => {
    await panelButton(page, 'Add sub-task').press('Enter');
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog.getByRole('list', { name: 'Parent' })).toContainText('The fair');
    await dialog.getByLabel('Title').fill('Build the stand');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowsOf(page)).toHaveText([/Build the stand/]);
    await expect(panelOf(page)).toContainText('0 of 1 done');
    await expect(cardIn(page, 'To do', 'Build the stand')).toBeVisible();
    const created = (await api.tasks.list()).find(({ title }) => title === 'Build the stand');
    expect(created).toMatchObject({ parentId: fair.id, projectId: website.id });
  });

  await test.step('a task without the parent, once that is removed', async () => {
    await panelButton(page, 'Add sub-task').click();
    await dialog.getByLabel('Title').fill('On its own');
    await dialog.getByRole('button', { name: 'Parent “The fair”: remove' }).click();
    await page.getByRole('dialog', { name: 'New task' }).getByRole('button', { name: 'Create task' }).click();
    await expect(cardIn(page, 'To do', 'On its own')).toBeFocused();
    await expect(rowsOf(page)).toHaveText([/Build the stand/]);
  });
});

test('adds, removes and restores sub-tasks that exist', async ({ person, team, api }) => {
  const fair = await api.createTask({ title: 'The fair' });
  const stand = await api.createTask({ title: 'Build the stand' });
  const talk = await api.createTask({ title: 'Give a talk' });
  const parentOf = async () => (await api.getTask(stand.id)).parentId;
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board/tasks/${fair.id}`);
  await panelButton(page, 'Add existing').press('Enter');

  await test.step('adds one after another, and offers none that is listed', async () => {
    await searchAndChoose(searchIn(page), 'Build the stand');
    await expect(rowsOf(page)).toHaveText([/Build the stand/]);
    await expectAnnounced(page, '“Build the stand” is now a sub-task of “The fair”.');
    await expect.poll(parentOf).toBe(fair.id);
    await searchAndChoose(searchIn(page), 'Give a talk');
    await expect(rowsOf(page)).toHaveCount(2);
    await searchIn(page).fill('Build the stand');
    await expect(page.getByText('No other task matches “Build the stand”.')).toBeVisible();
    await searchIn(page).press('Escape');
    await expect(panelButton(page, 'Add existing')).toBeFocused();
  });

  await test.step('removes one: the focus goes to the next, and the removal can be undone', async () => {
    await panelButton(page, 'Sub-tasks “Build the stand”: remove').press('Enter');
    await expect(panelButton(page, 'Sub-tasks “Give a talk”: remove')).toBeFocused();
    await expect(panelOf(page)).toContainText('0 of 1 done');
    await expect.poll(parentOf).toBeNull();
    await toastOf(page, 'Sub-task removed').getByRole('button', { name: 'Undo' }).click();
    await expect(rowsOf(page)).toHaveText([/Build the stand/, /Give a talk/]);
    await expect.poll(parentOf).toBe(fair.id);
  });

  await test.step('one that is archived stays in the list, and cannot be removed', async () => {
    await api.tasks.archive({ taskId: talk.id });
    await expect(rowsOf(page)).toHaveText([/Build the stand/, /Give a talkArchived/]);
    await expect(panelButton(page, 'Sub-tasks “Give a talk”: remove')).toBeHidden();
  });

  await test.step('undoes nothing that another person has changed meanwhile', async () => {
    await panelButton(page, 'Sub-tasks “Build the stand”: remove').click();
    await expect.poll(parentOf).toBeNull();
    const other = await api.createTask({ title: 'Another fair' });
    await api.tasks.update({ taskId: stand.id, parentId: other.id });
    await toastOf(page, 'Sub-task removed').getByRole('button', { name: 'Undo' }).click();
    await expect(failureOf(page, 'Not undone')).toContainText('“Build the stand” was changed meanwhile.');
    expect(await parentOf()).toBe(other.id);
  });
});

test('sets, changes and removes the parent, and says why a task cannot be nested', async ({
  person,
  team,
  api,
}) => {
  const [fair, show] = [
    await api.createTask({ title: 'The fair' }),
    await api.createTask({ title: 'The show' }),
  ];
  const stand = await api.createTask({ title: 'Build the stand' });
  const parentOf = async () => (await api.getTask(stand.id)).parentId;
  const { page } = await person('member');
  await keepToasts(page);
  await page.goto(`${team.path}/board/tasks/${stand.id}`);

  await test.step('sets it', async () => {
    await panelButton(page, 'Set parent').press('Enter');
    await expect(searchIn(page)).toBeFocused();
    await searchIn(page).fill('The fair');
    await page.getByRole('option', { name: 'The fair' }).click();
    await expect(listIn(page, 'Parent')).toContainText('The fair');
    await expect(searchIn(page)).toBeHidden();
    await expect(panelButton(page, 'Parent “The fair”: change')).toBeFocused();
    await expect.poll(parentOf).toBe(fair.id);
    await expect(panelOf(page)).toContainText('made it a sub-task of “The fair”');
  });

  await test.step('changes it, with Undo', async () => {
    await panelButton(page, 'Parent “The fair”: change').press('Enter');
    await searchIn(page).fill('The show');
    await page.getByRole('option', { name: 'The show' }).click();
    await expect(panelButton(page, 'Parent “The show”: change')).toBeFocused();
    await expect.poll(parentOf).toBe(show.id);
    await toastOf(page, 'Parent set')
      .filter({ hasText: 'The show' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(listIn(page, 'Parent')).toContainText('The fair');
    await expect.poll(parentOf).toBe(fair.id);
  });

  await test.step('removes it, and leaves one quiet row', async () => {
    await panelButton(page, 'Parent “The fair”: remove').press('Enter');
    await expect(listIn(page, 'Parent')).toBeHidden();
    await expect(panelButton(page, 'Add sub-task')).toBeFocused();
    await expect.poll(parentOf).toBeNull();
    await expect(panelOf(page)).toContainText('removed it from the sub-tasks of “The fair”');
  });

  const levels: { id: string }[] = [];
  for (let level = 1; level <= 5; level += 1)
    levels.push(await api.createTask({ title: `Level ${level}`, parentId: levels.at(-1)?.id ?? null }));

  await test.step('says in titles why a task cannot be nested below itself', async () => {
    await cardIn(page, 'To do', 'Level 3').click();
    await expect(panelOf(page).getByLabel('Title')).toHaveValue('Level 3');
    await panelButton(page, 'Add existing').click();
    await searchAndChoose(searchIn(page), 'Level 1');
    await expect(failureOf(page, 'Not added')).toContainText(
      '“Level 1” would be a sub-task of itself: “Level 3” is a sub-task of “Level 2”, which is a sub-task of “Level 1”.',
    );
    await expect(rowsOf(page)).toHaveText([/Level 4/]);
  });

  await test.step('says in titles why a task cannot be nested below the last level', async () => {
    await cardIn(page, 'To do', 'Level 5').click();
    await expect(panelOf(page).getByLabel('Title')).toHaveValue('Level 5');
    await panelButton(page, 'Add existing').click();
    await searchAndChoose(searchIn(page), 'Build the stand');
    await expect(failureOf(page, '“Build the stand”')).toContainText(
      '“Build the stand” cannot be a sub-task of “Level 5”: tasks nest 5 levels deep.',
    );
    await expect(listIn(page, 'Sub-tasks')).toBeHidden();
    expect(await parentOf()).toBeNull();
  });
});
