import type { Page } from '@playwright/test';
import { cardOf, columnOf } from '../fixtures/board.ts';
import { choose } from '../fixtures/choose.ts';
import { readClipboard } from '../fixtures/clipboard.ts';
import { expect, test } from '../fixtures/test.ts';

const panelOf = (page: Page) => page.getByRole('complementary');

test('opens and closes the panel', async ({ person, team, otherTeam, api, db }) => {
  const agent = await api.createAgent('Ada');
  const task = await api.createDoneTask(agent, '{"found":{"count":2}}', { title: 'Open me' });
  const gone = await api.createTask({ title: 'On its way out' });
  const { page } = await person('viewer');
  await page.goto(`${team.path}/board?priority=normal`);
  const panel = panelOf(page);

  await test.step('opens it from a card at its own URL, and closes it with Escape', async () => {
    await page.getByText('Open me').click();
    await expect(page).toHaveURL(new RegExp(`/board/tasks/${task.id}`));
    await expect(panel).toContainText('Open me');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/\/board\?priority=normal$/);
  });

  await test.step('says that a task is not found', async () => {
    await db.pool.query('update tasks set team_id = $2, project_id = $3 where id = $1', [
      gone.id,
      otherTeam.id,
      otherTeam.projectId,
    ]);
    await page.getByText('On its way out').click();
    await expect(panel.getByText('Task not found')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('shows a result as indented JSON, and copies the id and the link', async () => {
    await page.goto(`${team.path}/board/tasks/${task.id}`);
    await expect(panel).toContainText('Open me');
    await expect(panel.getByText(task.id)).toBeVisible();
    await expect(panel.getByText(/\{\s*\n\s+"found": \{\s*\n/)).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: 'Copy id' }).click();
    await expect.poll(() => readClipboard(page)).toBe(task.id);
    await panel.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => readClipboard(page)).toBe(page.url());
  });
});

const attack = [
  '<script>window.wasRun = "script"</script>',
  '<img src="x" onerror="window.wasRun = \'onerror\'">',
  '<svg onload="window.wasRun = \'onload\'"></svg>',
  '<iframe srcdoc="<script>parent.wasRun = 1</script>"></iframe>',
  '<a href="javascript:window.wasRun = 1">raw link</a>',
  '[markdown link](javascript:window.wasRun=1)',
  '[data link](data:text/html,<script>window.wasRun=1</script>)',
  '[VB link](  vbscript:x)',
  '![image](javascript:window.wasRun=1)',
  '<style>body { display: none }</style>',
  '<form action="https://evil.example"><input name="password"></form>',
  'Harmless words',
].join('\n\n');

test('renders texts as harmless Markdown, and edits a task', async ({ person, team, api }) => {
  const [agent, bob] = [await api.createAgent('Ada'), await api.createAgent('Bob')];
  const hostile = { title: '<img src=x onerror="window.wasRun=1">', description: attack };
  const { id } = await api.createDoneTask(agent, attack, hostile);
  const task = await api.createTask({ title: 'Old title' });
  const held = await api.createHeldTask(agent, { title: 'Back and forth' });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  const panel = panelOf(page);

  await test.step('renders HTML and script links as harmless text', () => expectHarmless(page));

  await test.step('edits title and description in place, and renders Markdown', async () => {
    await cardOf(page, 'Old title').click();
    await expect(panel.getByLabel('Title')).toHaveValue('Old title');
    await panel.getByLabel('Title').fill('New title');
    await panel.getByLabel('Title').press('Enter');
    await expect.poll(async () => (await api.getTask(task.id)).title).toBe('New title');

    const tooLong = panel.getByText('The title must have 1 to 500 characters.');
    await panel.getByLabel('Title').fill('🤖'.repeat(501));
    await panel.getByLabel('Title').press('Enter');
    await expect(tooLong).toBeVisible();
    const hidden = await panel
      .getByLabel('Title')
      .evaluate((field) => field.scrollHeight - field.clientHeight);
    expect(hidden, 'the whole title is shown').toBe(0);
    await expect(panel.getByLabel('Title')).toHaveValue('🤖'.repeat(501));
    await panel.getByLabel('Title').fill('🤖'.repeat(500));
    await expect(tooLong).toBeHidden();
    await panel.getByLabel('Title').press('Enter');
    await expect.poll(async () => (await api.getTask(task.id)).title).toBe('🤖'.repeat(500));
    await panel.getByLabel('Title').fill('New title');
    await panel.getByLabel('Title').press('Enter');

    await panel.getByRole('button', { name: 'Write one' }).click();
    await panel
      .getByRole('textbox', { name: 'Description' })
      .fill('## Steps\n\n- **one**\n- [two](https://example.org)');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByRole('heading', { name: 'Steps' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'two' })).toHaveAttribute('href', 'https://example.org');
    await expect(panel.getByRole('link', { name: 'two' })).toHaveAttribute('rel', /noopener/);
    expect((await api.getTask(task.id)).description).toContain('## Steps');
    await expect(columnOf(page, 'To do')).toContainText('New title');
  });

  await test.step('assigns, releases, cancels and reopens a task', async () => {
    await cardOf(page, 'Back and forth').click();
    await expect(panel.getByLabel('Title')).toHaveValue('Back and forth');
    const status = async () => (await api.getTask(held.id)).status;
    const assignee = panel.getByLabel('Assignee', { exact: true });
    await choose(page, assignee, 'Bob');
    await expect.poll(async () => (await api.getTask(held.id)).assignedAgentId).toBe(bob.id);
    await expect(columnOf(page, 'In progress').getByRole('img', { name: /Bob/ })).toBeVisible();
    await choose(page, assignee, 'Nobody');
    await expect.poll(status).toBe('todo');
    expect((await api.getTask(held.id)).assignedAgentId).toBeNull();
    await panel.getByRole('button', { name: 'Cancel task' }).click();
    await expect.poll(status).toBe('cancelled');
    await panel.getByRole('button', { name: 'Reopen' }).click();
    await expect.poll(status).toBe('todo');
    await expect(columnOf(page, 'To do')).toContainText('Back and forth');
  });
});

async function expectHarmless(page: Page): Promise<void> {
  const panel = panelOf(page);
  await expect(panel.getByText('Harmless words')).toHaveCount(2);
  const links = panel.getByText(/^(markdown|data|VB) link$/);
  await expect(links).toHaveCount(6);
  for (const link of await links.all()) await link.click();
  await expect(panel.getByText('Harmless words').first()).toBeVisible();
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  const made = await panel.evaluate((element) => ({
    elements: element.querySelectorAll('script, iframe, style, form[action], object, embed, svg[onload]')
      .length,
    handlers: [...element.querySelectorAll('*')].filter((each) =>
      each.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
    links: [...element.querySelectorAll('[href], [src]')]
      .map((each) => each.getAttribute('href') ?? each.getAttribute('src') ?? '')
      .filter((url) => /^\s*(javascript|data|vbscript):/i.test(url)),
  }));
  expect(made).toEqual({ elements: 0, handlers: 0, links: [] });
}

test('keeps the form in view after a long comment, for the next one', async ({ person, team, api }) => {
  const { id } = await api.createTask({ title: 'Discussed', description: 'Long\n\n'.repeat(40) });
  const { page } = await person('member');
  await page.goto(`${team.path}/board/tasks/${id}`);
  const comment = panelOf(page).getByLabel('Comment', { exact: true });
  await comment.fill('A line of it.\n\n'.repeat(30));
  await comment.press('Control+Enter');
  await expect(comment).toHaveValue('');
  await expect(comment).toBeFocused();
  await expect(panelOf(page).getByText('A line of it.').first()).toBeVisible();
  await expect(panelOf(page).getByRole('button', { name: 'Comment' })).toBeInViewport({ ratio: 1 });
});
