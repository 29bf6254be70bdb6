import { findCommit } from '../../scripts/setup/commit.mjs';
import { expectAccessible } from '../fixtures/axe.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';

test('leads from an empty board to the first agent, then to a task, then to the API', async ({
  person,
  team,
}) => {
  const { page } = await person('owner');
  const main = page.getByRole('main');
  await page.goto(`${team.path}/board`);

  await test.step('names the three steps in this order', async () => {
    await expect(main.getByRole('listitem').getByRole('heading')).toHaveText([
      'Create an agent',
      'Create a task',
      'Call the API',
    ]);
    await expect(main.getByRole('listitem').nth(2)).toContainText('curl -X POST');
    await expectAccessible(page);
  });

  await test.step('opens the dialog of a new agent', async () => {
    await main.getByRole('link', { name: 'Create an agent' }).click();
    await expect(page).toHaveURL(/\/agents\?new=agent$/);
    await expect(page.getByRole('dialog', { name: 'New agent' }).getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/agents$/);
  });

  await test.step('creates the first task', async () => {
    await page.goto(`${team.path}/board`);
    await main.getByRole('button', { name: 'Create a task', exact: true }).click();
    await page.getByRole('dialog', { name: 'New task' }).getByLabel('Title').fill('The first one');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('link', { name: 'The first one' })).toBeVisible();
  });
});

test('shows on an empty board that an agent exists, and to a viewer no step that the role does not allow', async ({
  person,
  team,
  api,
}) => {
  await api.createAgent('Ada');
  const [owner, viewer] = [await person('owner'), await person('viewer')];
  await owner.page.goto(`${team.path}/board`);
  const first = owner.page.getByRole('main').getByRole('listitem').first();
  await expect(first).toContainText('1 agent');
  await expect(first.getByRole('link', { name: 'View the list' })).toBeVisible();

  await viewer.page.goto(`${team.path}/board`);
  const main = viewer.page.getByRole('main');
  await expect(main.getByText('No tasks yet')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Create an agent' })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Create a task', exact: true })).toHaveCount(0);
});

test('offers docs, shortcuts, llms.txt, the status, the first call and the version in the help menu', async ({
  person,
  team,
}) => {
  const { page } = await person('viewer');
  await page.goto(`${team.path}/agents`);
  const openHelp = async () => {
    await page.getByRole('button', { name: 'Help' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  };
  const item = (name: string) => page.getByRole('menuitem', { name });
  const { apiUrl } = readServiceAddress();

  await test.step('links the documents of the API', async () => {
    await openHelp();
    for (const [name, path] of [
      ['Documentation', '/docs'],
      ['llms.txt', '/llms.txt'],
    ] as const) {
      await expect(item(name)).toHaveAttribute('href', `${apiUrl}${path}`);
      expect((await page.request.get(`${apiUrl}${path}`)).status(), path).toBe(200);
    }
    await expectAccessible(page);
  });

  await test.step('names the version and the commit of the build', async () => {
    const { version, commit } = await (await page.request.get(`${apiUrl}/readyz`)).json();
    expect(commit).toBe(findCommit());
    await expect(page.getByRole('menu')).toContainText(
      `Crewboard ${version} (${commit ?? 'unknown commit'})`,
    );
  });

  await test.step('opens the shortcuts', async () => {
    await pressMenuItem(item('Keyboard shortcuts'));
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('leads to the status and to the first call', async () => {
    await openHelp();
    await pressMenuItem(item('Service status'));
    await expect(page).toHaveURL(/\/status$/);
    await page.goto(`${team.path}/agents`);
    await openHelp();
    await pressMenuItem(item('Your first call'));
    await expect(page).toHaveURL(/\/status#first-call$/);
    await expect(page.getByRole('heading', { name: 'Your first call' })).toBeInViewport();
  });
});
