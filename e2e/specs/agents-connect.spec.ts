import type { Database } from '@crewboard/db';
import type { Locator } from '@playwright/test';
import { expectAccessible, expectAccessibleDialog } from '../fixtures/axe.ts';
import { pasteIntoShell, recordCalls } from '../fixtures/paste.ts';
import { createManyTasks } from '../fixtures/tasks-in-bulk.ts';
import { expect, type Team, test } from '../fixtures/test.ts';

const guideSummary =
  /This creates one task, claims it by its id and completes it\. It changes no other task\./;

/** The blocks that a client's tab shows. */
async function blocksOf(steps: Locator, client: string): Promise<string[]> {
  await steps.getByRole('tab', { name: client }).click();
  const panel = steps.getByRole('tabpanel', { name: client });
  await expect(panel).toContainText(guideSummary);
  return panel.locator('pre').allTextContents();
}

const stateIn = (steps: Locator, text: string) => steps.getByRole('status').filter({ hasText: text });

/** Calls the tools that a prompt numbers, as a model does: with the id of the first result. */
async function followPrompt(prompt: string, url: string, headers: Record<string, string>): Promise<void> {
  expect(prompt).toMatch(guideSummary);
  const steps = [...prompt.matchAll(/^\d\. (\w+) (\{[^}]*\})/gm)];
  expect(steps.map(([, tool]) => tool)).toEqual(['create_task', 'claim_task', 'complete_task']);
  let taskId = '';
  for (const [, name, input = ''] of steps) {
    const args = JSON.parse(input.replace(/: the (id of that task|same id)/, `: "${taskId}"`));
    const params = { name, arguments: args };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const { result } = JSON.parse((await response.text()).replace(/^(event|id):.*\n|^data: /gm, ''));
    expect(result.isError, JSON.stringify(result)).not.toBe(true);
    taskId ||= JSON.parse(result.content[0].text).id;
  }
}

/** Every row of the tasks of a team, by id. */
async function readTasks(db: Database, team: Team): Promise<Map<string, string>> {
  const { rows } = await db.pool.query<{ id: string; row: string }>(
    'select id, to_jsonb(tasks)::text as row from tasks where team_id = $1',
    [team.id],
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
}

test('pasted beside 300 tasks, every block of a new agent completes the one task that it creates, and changes no other', async ({
  person,
  team,
  db,
}) => {
  await createManyTasks(db, team, 300);
  let before = await readTasks(db, team);
  const { page } = await person('owner');
  await page.goto(`${team.path}/agents`);
  await page.getByRole('button', { name: 'New agent' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Ada');
  await page.getByRole('button', { name: 'Create agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'The token of Ada' });
  const token = (await dialog.getByTestId('secret').textContent()) ?? '';
  await expect(stateIn(dialog, 'Waiting for the first call')).toBeVisible();
  await expectAccessibleDialog(page);

  const paste = async (text: string, env?: Record<string, string>) =>
    expect(await pasteIntoShell(text, env)).toMatch(guideSummary);
  /** Runs the blocks of a client, and expects one completed task more. */
  const tryClient = async (client: string, run: (blocks: string[]) => Promise<void>) =>
    test.step(client, async () => {
      await run(await blocksOf(dialog, client));
      const after = await readTasks(db, team);
      const changed = [...after]
        .filter(([id, row]) => before.get(id) !== row)
        .map(([, row]) => JSON.parse(row));
      expect(changed).toEqual([
        expect.objectContaining({
          title: 'First call',
          status: 'done',
          result: expect.stringMatching(/^Hello/),
        }),
      ]);
      expect(after.size).toBe(before.size + 1);
      before = after;
    });

  await tryClient('curl', ([text = '']) => paste(text));
  await expect(stateIn(dialog, 'Connected')).toBeVisible();
  await expect(dialog.getByText(/^\d+ s ago$/)).toBeVisible();
  await tryClient('Command line', ([text = '']) => paste(text));
  await tryClient('TypeScript', ([text = '']) => paste(text));
  await tryClient('Python', ([text = '']) => paste(text));
  await tryClient('GitHub workflow', async ([, workflow = '']) => {
    const [environment = '', script = ''] = workflow.split('- run: |\n');
    const [, url = ''] = /CREWBOARD_URL: (.*)/.exec(environment) ?? [];
    await paste(`set -e\n${script}`, { CREWBOARD_URL: url, CREWBOARD_TOKEN: token });
  });
  const authorization = { Authorization: `Bearer ${token}` };
  await tryClient('Claude Code', async ([text = '']) => {
    const [add, ask] = await recordCalls('claude', text);
    const [url = '', header = ''] = add?.filter((part) => /^http:|^Authorization/.test(part)) ?? [];
    expect(header).toBe(`Authorization: ${authorization.Authorization}`);
    const tools = ['create_task', 'claim_task', 'complete_task'].map((tool) => `mcp__crewboard__${tool}`);
    expect(ask).toEqual(['-p', expect.any(String), '--allowedTools', tools.join(',')]);
    await followPrompt(String(ask?.[1]), url, authorization);
  });
  await tryClient('Codex', async ([text = '']) => {
    const [add, ask] = await recordCalls('codex', text);
    const url = String(add?.find((part) => part.startsWith('http:')));
    expect(add?.at(-1)).toBe('CREWBOARD_TOKEN');
    expect(ask).toEqual(['exec', expect.any(String)]);
    await followPrompt(String(ask?.[1]), url, authorization);
  });
  await tryClient('Other MCP client', async ([configuration = '', prompt = '']) => {
    const { url, headers } = JSON.parse(configuration).mcpServers.crewboard;
    await followPrompt(prompt, url, headers);
  });
  await expect(dialog.getByRole('tab')).toHaveCount(8);
});

test('the page of an agent keeps the instructions without the token, and says when it has called', async ({
  person,
  team,
  api,
}) => {
  const ada = await api.createAgent('Ada');
  const { page } = await person('owner');
  await page.goto(`${team.path}/agents/${ada.id}`);
  const section = page.getByRole('region', { name: 'Connection' });

  await test.step('is open until the first call, which it shows without a reload', async () => {
    const [text = ''] = await blocksOf(section, 'curl');
    expect(text).toContain('export CREWBOARD_TOKEN=cb_agent_…\n');
    await expect(stateIn(section, 'Waiting for the first call')).toBeVisible();
    await expectAccessible(page);
    await pasteIntoShell(text.replace('cb_agent_…', ada.token));
    await expect(stateIn(section, 'Connected')).toBeVisible();
    await expect(section.getByRole('tab', { name: 'curl' })).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('is closed from then on, with the last call, and opens again', async () => {
    await page.reload();
    await expect(stateIn(section, 'Connected')).toBeVisible();
    await expect(section.getByRole('tab')).toHaveCount(0);
    await section.getByRole('button', { name: 'Show instructions' }).click();
    await expect(section.getByRole('tab')).toHaveCount(8);
    expect(await page.content()).not.toContain(ada.token);
  });

  await test.step('leads to a new token, whose dialog waits for a call with that one', async () => {
    await section.getByRole('button', { name: 'Rotate token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate token' }).click();
    const dialog = page.getByRole('dialog', { name: 'The token of Ada' });
    await expect(stateIn(dialog, 'Waiting for the first call')).toBeVisible();
    const [text = ''] = await blocksOf(dialog, 'curl');
    await pasteIntoShell(text);
    await expect(stateIn(dialog, 'Connected')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('alert')).toContainText('has not been copied');
  });
});

test('a viewer sees the instructions of an agent, and no rotation', async ({ person, team, api }) => {
  const ada = await api.createAgent('Ada');
  const { page } = await person('viewer');
  await page.goto(`${team.path}/agents/${ada.id}`);
  const section = page.getByRole('region', { name: 'Connection' });
  await expect(section.getByRole('tab')).toHaveCount(8);
  await expect(section).toContainText('Admins can rotate it.');
  await expect(page.getByRole('button', { name: /Rotate|Create a token/ })).toHaveCount(0);
  await expectAccessible(page);
});
