import type { Page } from '@playwright/test';
import type { Places, Scene } from './scene.ts';
import { button, inOrder } from './steps.ts';

const page = ({ attentionTeam }: Places) => `${attentionTeam}/attention`;
const openTask = (task: Exclude<keyof Places['attentionTasks'], 'failing'>) => (places: Places) =>
  `${places.attentionTeam}/board/tasks/${places.attentionTasks[task]}`;

/** What waits for a person, by reason, and how cards and panels say so. */
export const attentionScenes: Scene[] = [
  { name: 'attention', path: page, narrowest: true, wide: true },
  {
    name: 'attention-stuck',
    path: page,
    act: (shown: Page) => shown.getByRole('link', { name: 'Rotate token' }).last().scrollIntoViewIfNeeded(),
  },
  { name: 'attention-empty', path: ({ emptyTeam }) => `${emptyTeam}/attention`, narrowest: true },
  {
    name: 'attention-assign',
    path: page,
    act: inOrder(
      (shown: Page) =>
        shown.getByRole('button', { name: 'Assign…: Answer the question about single sign-on' }).click(),
      (shown: Page) => shown.getByRole('dialog').waitFor(),
    ),
  },
  {
    name: 'attention-task',
    path: ({ attentionTeam, attentionTasks }) => `${attentionTeam}/attention/tasks/${attentionTasks.blocked}`,
    narrowest: true,
    wide: true,
  },
  { name: 'board-attention', path: ({ attentionTeam }) => `${attentionTeam}/board`, narrowest: true },
  {
    name: 'agent-failing',
    path: ({ attentionTeam, attentionTasks }) => `${attentionTeam}/agents/${attentionTasks.failing}`,
    narrowest: true,
  },
  { name: 'task-exhausted', path: openTask('exhausted'), narrowest: true },
  { name: 'task-stale', path: openTask('stale'), narrowest: true },
  { name: 'task-paused', path: openTask('paused'), narrowest: true },
  { name: 'task-waits', path: openTask('waits') },
  {
    name: 'project-stale-times',
    path: ({ attentionTeam }) => `${attentionTeam}/settings/projects`,
    act: inOrder(button(/^Edit/), (shown: Page) =>
      shown.getByLabel('The queue is stale after', { exact: true }).scrollIntoViewIfNeeded(),
    ),
    narrowest: true,
  },
];
