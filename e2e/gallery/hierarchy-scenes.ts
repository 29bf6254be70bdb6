import type { Page } from '@playwright/test';
import type { Places, Scene } from './scene.ts';
import { button, inOrder, press } from './steps.ts';

const parent = ({ team, parentTask }: Places) => `${team}/board/tasks/${parentTask}`;
const nested = ({ team, nestedTask }: Places) => `${team}/board/tasks/${nestedTask}`;

const find = (text: string) => async (page: Page) => {
  await page.getByRole('combobox', { name: /^Search for (a sub-task|the parent)/ }).fill(text);
  await page.getByRole('option').first().waitFor();
};

/** Tasks with a parent, sub-tasks or both. */
export const hierarchyScenes: Scene[] = [
  { name: 'task-sub-tasks', path: parent, narrowest: true, wide: true },
  { name: 'task-nested', path: nested, narrowest: true },
  {
    name: 'task-sub-tasks-search',
    path: nested,
    act: inOrder(button('Add existing'), find('desk')),
    narrowest: true,
  },
  {
    name: 'task-sub-tasks-cycle',
    path: nested,
    act: inOrder(button('Add existing'), find('Take part'), press('Enter'), (page) =>
      page.getByRole('alert').filter({ hasText: 'Not added' }).waitFor(),
    ),
  },
  {
    name: 'new-sub-task',
    path: parent,
    act: inOrder(button('Add sub-task'), (page) => page.getByRole('dialog').getByText('Parent').waitFor()),
    narrowest: true,
  },
];
