import type { Page } from '@playwright/test';
import type { Scene } from './scene.ts';
import { button, inOrder } from './steps.ts';

/** The column with this name, where only one fits on the screen. */
const showColumn = (name: string) => (page: Page) =>
  page.getByRole('heading', { name: new RegExp(`^${name}`) }).scrollIntoViewIfNeeded();

/** Leases, attempts, and tasks that need attention. */
export const leaseScenes: Scene[] = [
  {
    name: 'board-leases',
    path: ({ team }) => `${team}/board`,
    act: showColumn('In progress'),
    narrowest: true,
  },
  {
    name: 'task-leased',
    path: ({ team, leasedTask }) => `${team}/board/tasks/${leasedTask}`,
    narrowest: true,
  },
  {
    name: 'task-attempts',
    path: ({ team, leasedTask }) => `${team}/board/tasks/${leasedTask}`,
    act: (page) => page.getByRole('textbox', { name: 'Comment' }).scrollIntoViewIfNeeded(),
    narrowest: true,
  },
  {
    name: 'task-attention',
    path: ({ team, exhaustedTask }) => `${team}/board/tasks/${exhaustedTask}`,
    narrowest: true,
  },
  {
    name: 'task-release',
    path: ({ team, leasedTask }) => `${team}/board/tasks/${leasedTask}`,
    act: inOrder(button('Release…'), (page) => page.getByRole('dialog').waitFor()),
    narrowest: true,
  },
];
