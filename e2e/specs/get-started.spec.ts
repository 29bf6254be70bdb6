import { findCommit } from '../../scripts/setup/commit.mjs';
import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf } from '../fixtures/board.ts';
import { waitForHydration } from '../fixtures/hydration.ts';
import { pressMenuItem } from '../fixtures/menu.ts';
import { pasteIntoShell } from '../fixtures/paste.ts';
import { expect, test } from '../fixtures/test.ts';
import { readServiceAddress } from '../service/address.ts';

/** Counts what a person does: each visit, field, key, click and command. */
function countActions() {
  let count = 0;
  return {
    async act<Result>(action: () => Promise<Result>): Promise<Result> {
      count += 1;
      return action();
    },
    get count() {
      return count;
    },
  };
}

test('leads from the sign-in to the first task that one’s own agent completes, in eight actions', async ({
  page,
  team,
  account,
}) => {
  const owner = await account('owner');
  const actions = countActions();
  const steps = page.getByRole('region', { name: 'First steps' });
  const step = (title: string) => steps.getByRole('listitem').filter({ hasText: title });

  await test.step('signs in', async () => {
    await actions.act(() => page.goto('/'));
    await waitForHydration(page);
    await actions.act(() => page.getByLabel('E-mail').fill(owner.email));
    await actions.act(() => page.getByLabel('Password', { exact: true }).fill(owner.password));
    await actions.act(() => page.keyboard.press('Enter'));
    await expect(page).toHaveURL(`${team.path}/board`);
    await waitForHydration(page);
    await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
      'Create an agent',
      'Create a task',
      'Watch it work',
      'Invite people',
    ]);
    await expect(steps.getByRole('status')).toHaveText('0 of 4 done');
  });

  await test.step('creates an agent, and runs the command that its token comes with', async () => {
    await actions.act(() => steps.getByRole('link', { name: 'Create an agent' }).click());
    const dialog = page.getByRole('dialog', { name: 'New agent' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await actions.act(() => dialog.getByLabel('Name').fill('Ada'));
    await actions.act(() => page.keyboard.press('Enter'));
    const tokens = page.getByRole('dialog', { name: 'The token of Ada' });
    // The commands of Claude Code are shown at first; those of curl make the same calls without a model.
    await tokens.getByRole('tab', { name: 'curl' }).click();
    const command = await tokens.getByRole('tabpanel', { name: 'curl' }).locator('pre').textContent();
    await actions.act(() => pasteIntoShell(command ?? ''));
    await expect(tokens.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
    expect(actions.count).toBeLessThanOrEqual(8);
  });

  await test.step('the board has the completed task, and what is left to do', async () => {
    await page.goto(`${team.path}/board`);
    await expect(cardOf(page, 'First call')).toBeVisible();
    await expect(steps.getByRole('status')).toHaveText('3 of 4 done');
    await expect(step('Watch it work')).toContainText('(done)');
    await expect(steps.getByRole('link', { name: 'Invite people' })).toBeVisible();
  });
});

test('the first steps are done while the person watches, and stay away once they are hidden', async ({
  person,
  team,
  api,
}) => {
  const { page } = await person('owner');
  await page.goto(`${team.path}/board`);
  const steps = page.getByRole('region', { name: 'First steps' });
  const status = steps.getByRole('status');
  await expect(status).toHaveText('0 of 4 done');
  await expectAccessible(page);

  await test.step('follows what others do', async () => {
    const ada = await api.createAgent('Ada');
    await page.getByRole('main').getByRole('button', { name: 'Create a task', exact: true }).click();
    await page.getByRole('dialog', { name: 'New task' }).getByLabel('Title').fill('The first one');
    await page.keyboard.press('Enter');
    await expect(cardOf(page, 'The first one')).toBeVisible();
    await expect(status).toHaveText('2 of 4 done');
    const agent = api.as(ada.token);
    const task = await agent.tasks.claimNext({});
    await expect(steps).toContainText('An agent has claimed a task and works on it.');
    await agent.tasks.complete({ taskId: task?.id ?? '', result: 'Done' });
    await expect(status).toHaveText('3 of 4 done');
    await expectAccessible(page);
  });

  await test.step('is hidden for good in this browser', async () => {
    await steps.getByRole('button', { name: 'Hide the first steps' }).click();
    await expect(steps).toBeHidden();
    await page.reload();
    await expect(cardOf(page, 'The first one')).toBeVisible();
    await expect(steps).toBeHidden();
  });
});

test('a board that has tasks begins no first steps, and others see none on an empty one', async ({
  person,
  team,
  api,
}) => {
  const [member, viewer] = [await person('member'), await person('viewer')];
  const main = ({ page }: typeof member) => page.getByRole('main');
  for (const each of [member, viewer]) {
    await each.page.goto(`${team.path}/board`);
    await expect(main(each).getByText('No tasks yet')).toBeVisible();
    await expect(each.page.getByRole('region', { name: 'First steps' })).toBeHidden();
  }
  await expect(main(member).getByRole('button', { name: 'Create a task', exact: true })).toBeVisible();
  await expect(main(viewer).getByRole('button', { name: 'Create a task', exact: true })).toHaveCount(0);
  await api.createTask({ title: 'Not the first' });
  const { page } = await person('owner');
  await page.goto(`${team.path}/board`);
  await expect(cardOf(page, 'Not the first')).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toBeHidden();
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
    await page.goBack();
    await openHelp();
    await pressMenuItem(item('Your first call'));
    await expect(page).toHaveURL(/\/status#first-call$/);
    await expect(page.getByRole('heading', { name: 'Your first call' })).toBeInViewport();
  });
});
