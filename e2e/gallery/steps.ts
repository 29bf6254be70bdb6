// Steps on a page before its picture is taken.

import type { Page } from '@playwright/test';
import { pressMenuItem } from '../fixtures/menu.ts';

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

export const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Calls the API with the address and the token of the blocks in curl. */
export async function callOnce(page: Page): Promise<void> {
  const block = await page.getByRole('tabpanel', { name: 'curl' }).locator('pre').textContent();
  const [, url, token] = /CREWBOARD_URL=(\S+)\nexport CREWBOARD_TOKEN=(\S+)/.exec(block ?? '') ?? [];
  await fetch(`${url}/api/me`, { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole('status').filter({ hasText: 'Connected' }).scrollIntoViewIfNeeded();
}

export const ofRow = (name: string, action: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await pressMenuItem(page.getByRole('menuitem', { name: action }));
  await page.getByRole('dialog').waitFor();
};

export const inOrder =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

export const inDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name }).click();

export const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

const announced = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });

/** The first card, lifted and over the second column. */
export const carry = async (page: Page) => {
  await press('j', 'Space')(page);
  await announced(page, 'Lifted');
  await press('ArrowRight')(page);
  await announced(page, 'is over In progress');
};

/** On a small screen the sidebar is a drawer. */
export const inSidebar = (name: RegExp) => async (page: Page) => {
  const drawer = page.getByRole('button', { name: 'Open the navigation' });
  if (await drawer.isVisible()) await drawer.click();
  await page.getByRole('button', { name }).filter({ visible: true }).click();
  await page.getByRole('menu').waitFor();
};

export const search = (text: string) => async (page: Page) => {
  await press('Control+k')(page);
  await page.getByLabel('Search tasks, pages and actions').fill(text);
};

/** A fake response: no delivery is sent while pictures are taken. */
export const testSent = async (page: Page) => {
  await page.route(/webhooks\.test/, (route) => route.fulfill({ json: { result: { data: {} } } }));
  await page.getByRole('button', { name: 'Actions for hooks.example.com/crewboard' }).click();
  await pressMenuItem(page.getByRole('menuitem', { name: 'Send test' }));
  await page.getByText('Test on its way').waitFor();
};

/** The same while the installation holds all deliveries. */
export const testHeld = async (page: Page) => {
  const json = (data: unknown) => ({ json: { result: { data } } });
  await page.route(/webhooks\.hold/, (route) => route.fulfill(json({ reason: 'server' })));
  await page.route(/webhooks\.test/, (route) => route.fulfill(json({})));
  await page.getByText('Deliveries are held', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for hooks.example.com/crewboard' }).click();
  await pressMenuItem(page.getByRole('menuitem', { name: 'Send test' }));
  await page.getByText('Test not sent yet').waitFor();
};

export const ofEndpoint = (action: string) => ofRow('hooks.example.com/crewboard', action);

export const fillUrl = (url: string) => (page: Page) => page.getByRole('dialog').getByLabel('URL').fill(url);

export const openCard = (title: string) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name: title }).click();

export const write = (field: string, text: string) => (page: Page) =>
  page.getByRole('textbox', { name: field, exact: true }).last().fill(text);

export const changedDescription = [
  '# What we agreed',
  '',
  'Short sentences, no jokes, one link for each e-mail. Nobody reads a second paragraph.',
  '',
  '- Greet by name',
  '- Say what to do next, and how long it takes',
].join('\n');

let changes = 0;

/** Changes the description of the shown task, as if another person had saved it. */
export const changeElsewhere = async (page: Page) => {
  changes += 1;
  const description = `${changedDescription}\n- Never send more than ${changes} of them a week\n- Answer within a day`;
  await page.evaluate(async (text) => {
    const [, team = '', taskId] = /^\/t\/(\w+)\/board\/tasks\/(\w+)/.exec(location.pathname) ?? [];
    await fetch('/api/trpc/tasks.update', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-crewboard-team': team },
      body: JSON.stringify({ taskId, description: text }),
    });
  }, description);
};

/** The one of the two that is possible. */
export const cancelOrReopen = async (page: Page) => {
  const panel = page.getByRole('complementary');
  const reopen = panel.getByRole('button', { name: 'Reopen' });
  const cancel = panel.getByRole('button', { name: 'Cancel task' });
  await ((await reopen.isVisible()) ? reopen : cancel).click();
  await page.getByRole('button', { name: 'Undo' }).last().waitFor();
};

export const markdownDescription = [
  'The certificates of three environments end this month.',
  'Renew them in this order:',
  '',
  '| Environment | Status | Responsible | What is left to do | Ends |',
  '|---|---|---|---|---|',
  '| production | in_progress | operations | Restart the load balancers | 2026-11-30 |',
  '| staging | todo | platform | Everything | 2026-12-02 |',
  '| preview | done | platform | Nothing | 2026-12-09 |',
  '',
  '```sh',
  'certbot renew --cert-name production.example.com --deploy-hook "systemctl reload haproxy" --non-interactive',
  'curl --head https://production.example.com',
  '```',
  '',
  '![The warning in the browser](https://example.com/warning.png)',
  '',
  'See [the runbook](https://example.com/runbook), not [the old one](javascript:void%200).',
].join('\n');

/** Two tasks that are created while the page is open. */
export const createElsewhere = async (page: Page) => {
  await page.evaluate(async () => {
    const [, team = ''] = /^\/t\/(\w+)/.exec(location.pathname) ?? [];
    const headers = { 'Content-Type': 'application/json', 'x-crewboard-team': team };
    const input = encodeURIComponent(JSON.stringify({ teamId: team }));
    const projects = await (await fetch(`/api/trpc/projects.summaries?input=${input}`, { headers })).json();
    const projectId = projects.result.data[0].id;
    for (const title of ['Order new badges', 'Water the plants']) {
      const body = JSON.stringify({ teamId: team, projectId, title });
      await fetch('/api/trpc/tasks.create', { method: 'POST', headers, body });
    }
  });
  await page.getByText('2 new events').waitFor();
};
