import { cardOf } from '../fixtures/board.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import { expect, test } from '../fixtures/test.ts';

test('shows the first link on the card, and adds and removes links in the panel', async ({
  person,
  team,
  api,
}) => {
  const task = await api.createTask({ title: 'Fix the shop' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board`);
  const panel = page.getByRole('complementary');
  const card = cardOf(page, 'Fix the shop');
  const address = panel.getByLabel('Address');

  await test.step('explains an address that is none, and keeps it', async () => {
    await card.click();
    await panel.getByRole('button', { name: 'Add a link' }).click();
    await expect(address).toBeFocused();
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await expect(panel).toContainText('Enter the address of a page');
    await expect(address).toHaveValue('javascript:alert(1)');
    // This key ends the composition of a character, as with an input method for Japanese.
    await address.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true });
    await expect(address).toHaveValue('javascript:alert(1)');
  });

  await test.step('adds one without a scheme, with a title', async () => {
    await address.fill('www.git.example.com/shop');
    await panel.getByLabel('Name of the link').fill('Repository');
    await panel.getByLabel('Name of the link').press('Enter');
    const link = panel.getByRole('link', { name: 'Repository' });
    await expect(link).toHaveAttribute('href', 'https://www.git.example.com/shop');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(card).toContainText('git.example.com');
    await expect(panel).toContainText('added the link Repository');
  });

  await test.step('removes it', async () => {
    await panel.getByRole('button', { name: 'Remove the link Repository' }).click();
    await expect(card).not.toContainText('git.example.com');
    await expect.poll(async () => (await api.tasks.get({ taskId: task.id })).links).toEqual([]);
  });
});

test('keeps the links that others add and remove at the same time', async ({ person, team, api }) => {
  const first = { url: 'https://example.com/a' };
  const second = { url: 'https://example.com/b' };
  const third = { url: 'https://example.com/c' };
  const { id: taskId } = await api.createTask({ title: 'Fix the shop', links: [first, second] });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${taskId}`);
  const panel = page.getByRole('complementary');
  const urls = async () => (await api.tasks.get({ taskId })).links.map(({ url }) => url);

  await test.step('adds one to those that an agent has changed', async () => {
    await panel.getByRole('button', { name: 'Add a link' }).click();
    await panel.getByLabel('Address').fill('example.com:8443/mine');
    const saving = await holdRequests(page, /tasks\.update/);
    await panel.getByLabel('Address').press('Enter');
    await saving.arrived;
    await api.tasks.update({ taskId, links: [second, third] });
    saving.send();
    await expect(panel.getByLabel('Address')).toBeHidden();
    await expect.poll(urls).toEqual([second.url, third.url, 'https://example.com:8443/mine']);
  });

  await test.step('removes no other one than that which was shown', async () => {
    const remove = panel.getByRole('button', { name: 'Remove the link example.com/c' });
    await expect(remove).toBeVisible();
    const saving = await holdRequests(page, /tasks\.update/);
    await remove.click();
    await saving.arrived;
    await api.tasks.update({ taskId, links: [third, second, first] });
    saving.send();
    await expect.poll(urls).toEqual([second.url, first.url]);
  });
});

test('an admin writes the instructions of a project, which agents then read', async ({
  person,
  team,
  api,
}) => {
  const { page } = await person('admin');
  await page.goto(`${team.path}/settings/projects`);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  const field = dialog.getByLabel('Instructions for agents');

  await test.step('writes them', async () => {
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expect(field).toBeEnabled();
    await field.fill('# Rules\n\nRun the tests.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const task = await api.createTask({ title: 'Of the project' });
    const { instructions } = await api.tasks.get({ taskId: task.id, include: 'instructions' });
    expect(instructions).toBe('# Rules\n\nRun the tests.');
  });

  await test.step('finds them again, and keeps them when only the name is changed', async () => {
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await expect(field).toHaveValue('# Rules\n\nRun the tests.');
    await dialog.getByLabel('Name').fill('Renamed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const [project] = await api.projects.list();
    expect(await api.projects.get({ projectId: project?.id ?? '' })).toMatchObject({
      name: 'Renamed',
      instructions: '# Rules\n\nRun the tests.',
    });
  });
});

test('members read the instructions of a project, and cannot write them', async ({ person, team, api }) => {
  const [project] = await api.projects.list();
  await api.projects.update({ projectId: project?.id ?? '', instructions: '# Rules\n\nRun the tests.' });
  const { page } = await person('member');
  await page.goto(`${team.path}/settings/projects`);
  await page.getByRole('button', { name: /^Instructions of / }).click();
  await expect(page.getByRole('dialog')).toContainText('Run the tests.');
  await expect(page.getByRole('button', { name: /^Edit / })).toBeHidden();
});
