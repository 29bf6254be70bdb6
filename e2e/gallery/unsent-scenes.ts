import type { Places, Scene } from './scene.ts';
import {
  button,
  cancelOrReopen,
  changedDescription,
  changeElsewhere,
  inOrder,
  openCard,
  press,
  write,
} from './steps.ts';

const board = ({ team }: Places) => `${team}/board`;
const changedTask = ({ team, changedTask }: Places) => `${team}/board/tasks/${changedTask}`;

/** Drafts, texts that are too long, undone actions, and conflicting changes of two people. */
export const unsentScenes: Scene[] = [
  {
    name: 'new-task-kept',
    path: board,
    act: inOrder(press('c'), write('Title', 'Half a thought'), press('Escape'), (page) =>
      page.getByText('Draft kept', { exact: true }).waitFor(),
    ),
  },
  {
    name: 'new-task-draft',
    path: ({ team }) => `${team}/board?new=task`,
    act: inOrder(write('Title', 'Half a thought'), async (page) => {
      await page.reload();
      await page.getByText('Draft restored').waitFor();
    }),
    narrowest: true,
  },
  {
    name: 'new-task-offline',
    path: board,
    act: inOrder(
      press('c'),
      write('Title', 'Written in a tunnel'),
      (page) => page.context().setOffline(true),
      button('Create task'),
      (page) => page.getByText('The task was probably not created').waitFor(),
    ),
    narrowest: true,
  },
  {
    name: 'discard-question',
    path: board,
    act: inOrder(
      button('Pause all agents'),
      write('Reason', 'The prompt is wrong'),
      press('Escape'),
      (page) => page.getByRole('button', { name: 'Keep editing' }).waitFor(),
    ),
    narrowest: true,
  },
  {
    name: 'project-draft',
    path: ({ team }) => `${team}/settings/projects`,
    act: inOrder(
      button('New project'),
      write('Instructions for agents', 'Run the tests before you report a result'),
      press('Escape'),
      button('New project'),
      (page) => page.getByText('Draft restored').waitFor(),
    ),
    narrowest: true,
  },
  {
    name: 'board-search-too-long',
    path: board,
    act: (page) => page.getByRole('searchbox').fill('paint '.repeat(40)),
    narrowest: true,
  },
  {
    name: 'task-title-too-long',
    path: ({ team, task }) => `${team}/board/tasks/${task}`,
    act: write('Title', 'Paint the whole website '.repeat(21)),
    narrowest: true,
  },
  {
    name: 'task-drafts',
    path: changedTask,
    act: inOrder(
      button('Edit'),
      write('Description', 'Half a description'),
      write('Title', 'Half a title'),
      press('Escape'),
      write('Comment', 'Half a comment'),
      async (page) => {
        await page.reload();
        await page.getByText('Draft restored').nth(2).waitFor();
      },
    ),
    narrowest: true,
  },
  {
    name: 'task-drafts-kept',
    path: changedTask,
    act: inOrder(
      button('Edit'),
      write('Description', 'Half a description'),
      press('Escape'),
      write('Title', 'Half a title'),
      press('Escape'),
    ),
  },
  {
    name: 'task-conflict',
    path: changedTask,
    act: inOrder(
      button('Edit'),
      write('Description', `${changedDescription}\n- Sign with the first name of the person who answers`),
      changeElsewhere,
      button('Save'),
      (page) => page.getByRole('dialog').getByText('Saved now').waitFor(),
    ),
    narrowest: true,
  },
  { name: 'task-undo', path: changedTask, act: cancelOrReopen, narrowest: true },
  {
    name: 'task-undone',
    path: changedTask,
    act: inOrder(cancelOrReopen, button('Undo'), (page) =>
      page.getByText('Undone', { exact: true }).waitFor(),
    ),
  },
  {
    name: 'task-folded',
    path: ({ team, longTask }) => `${team}/board/tasks/${longTask}`,
    act: async (page) => {
      const showAll = page.getByRole('button', { name: 'Show all' });
      await showAll.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
    narrowest: true,
  },
  {
    name: 'task-assignee-typed',
    path: changedTask,
    act: async (page) => {
      await page.getByRole('complementary').getByRole('combobox', { name: 'Assignee' }).focus();
      await page.keyboard.type('ad');
    },
  },
  {
    name: 'task-cancel-held',
    path: board,
    act: inOrder(openCard('Write release notes for 2.4'), button('Cancel task'), (page) =>
      page.getByRole('dialog').waitFor(),
    ),
    narrowest: true,
  },
  {
    name: 'task-offline',
    path: board,
    act: inOrder(
      (page) => page.context().setOffline(true),
      openCard('List dependencies with known vulnerabilities'),
      (page) => page.getByRole('complementary').getByText('cannot be reached').waitFor({ timeout: 15_000 }),
    ),
    narrowest: true,
  },
];
