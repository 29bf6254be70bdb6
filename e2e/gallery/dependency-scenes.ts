import type { Page } from '@playwright/test';
import type { Places, Scene } from './scene.ts';
import { button, inOrder, press } from './steps.ts';

const waiting = ({ team, waitingTask }: Places) => `${team}/board/tasks/${waitingTask}`;
const report = ({ team }: Places) => `${team}/board?q=report`;

const findTask = (text: string) => async (page: Page) => {
  await button('Add a dependency')(page);
  await page.getByRole('combobox', { name: /^Search for a task that/ }).fill(text);
  await page.getByRole('option').first().waitFor();
};

/** Lifts the card with this title to In progress. */
const start = (title: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name: title }).focus();
  await press('Space')(page);
  await page.getByRole('status').filter({ hasText: 'Lifted' }).waitFor({ state: 'attached' });
  await press('ArrowRight')(page);
  await page.getByRole('status').filter({ hasText: 'is over In progress' }).waitFor({ state: 'attached' });
  await press('Space')(page);
  await page.getByRole('dialog').waitFor();
};

/** Tasks that wait for others. */
export const dependencyScenes: Scene[] = [
  { name: 'board-blocked', path: report, narrowest: true },
  {
    name: 'board-start-blocked',
    path: report,
    act: start('Write the report of the quarter'),
    narrowest: true,
  },
  { name: 'task-waiting', path: waiting, narrowest: true, wide: true },
  { name: 'task-waiting-search', path: waiting, act: findTask('desk'), narrowest: true },
  {
    name: 'task-waiting-cycle',
    path: waiting,
    act: inOrder(findTask('to the archive'), press('Enter'), (page) =>
      page.getByRole('alert').filter({ hasText: 'Not added' }).waitFor(),
    ),
  },
  {
    name: 'task-blocking',
    path: ({ team, blockingTask }) => `${team}/board/tasks/${blockingTask}`,
    narrowest: true,
  },
  {
    name: 'task-blocking-cancelled',
    path: ({ team, blockingTask }) => `${team}/board/tasks/${blockingTask}`,
    act: async (page) => {
      // An earlier picture has cancelled it.
      const reopen = page.getByRole('button', { name: 'Reopen' });
      const cancel = page.getByRole('button', { name: 'Cancel task' });
      await reopen.or(cancel).waitFor();
      if (await reopen.isVisible()) await reopen.click();
      await cancel.click();
      await page.getByRole('group').filter({ hasText: 'still blocked' }).waitFor();
    },
  },
  {
    name: 'new-task-waiting',
    path: ({ team }) => `${team}/board`,
    act: async (page) => {
      await press('c')(page);
      await page.getByRole('combobox', { name: 'Waits for' }).fill('report');
      await page.getByRole('option', { name: 'Print the report' }).click();
      await page.getByRole('combobox', { name: 'Waits for' }).fill('desk 1');
      await page.getByRole('option').first().waitFor();
    },
    narrowest: true,
  },
];
