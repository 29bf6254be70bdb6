import { sessionCookieName } from '../../apps/web/src/lib/auth/session-cookie.ts';
import { agentScenes } from './agent-scenes.ts';
import { attentionScenes } from './attention-scenes.ts';
import { deletionScenes } from './deletion-scenes.ts';
import { dependencyScenes } from './dependency-scenes.ts';
import { hierarchyScenes } from './hierarchy-scenes.ts';
import { leaseScenes } from './lease-scenes.ts';
import { peopleScenes } from './people-scenes.ts';
import type { Places, Scene } from './scene.ts';
import {
  button,
  carry,
  createElsewhere,
  fillUrl,
  inDialog,
  inOrder,
  inSidebar,
  ofEndpoint,
  press,
  search,
  testSent,
} from './steps.ts';
import { toastScenes } from './toast-scenes.ts';
import { unsentScenes } from './unsent-scenes.ts';

const board = ({ team }: Places) => `${team}/board`;
const agents = ({ team }: Places) => `${team}/agents`;
const keys = ({ team }: Places) => `${team}/settings/api-keys`;
const webhooks = ({ team }: Places) => `${team}/webhooks`;
const webhook = ({ team, webhook }: Places) => `${team}/webhooks/${webhook}`;
const projects = ({ team }: Places) => `${team}/settings/projects`;

/** Every page, dialog, menu and state: a new one is one line. */
export const scenes: Scene[] = [
  { name: 'sign-in', path: () => '/sign-in', signedOut: true },
  {
    name: 'sign-in-ended',
    path: () => '/sign-in',
    signedOut: true,
    act: async (page) => {
      const cookie = { name: sessionCookieName(false), value: 'ended', url: new URL(page.url()).origin };
      await page.context().addCookies([cookie]);
      await page.reload();
      await page.context().clearCookies();
    },
    narrowest: true,
  },
  { name: 'status', path: () => '/status', wide: true },
  { name: 'not-found', path: () => '/no/such/page' },
  { name: 'board', path: board, narrowest: true },
  { name: 'board-focus', path: board, act: press('j', 'j') },
  { name: 'board-lifted', path: board, act: carry },
  { name: 'board-filtered', path: ({ team }) => `${team}/board?priority=high&q=re` },
  { name: 'board-nothing-found', path: ({ team }) => `${team}/board?q=nothing%20at%20all` },
  {
    name: 'board-filter-list',
    path: board,
    act: (page) => page.getByRole('combobox', { name: 'Assignee' }).click(),
  },
  { name: 'board-empty', path: ({ emptyTeam }) => `${emptyTeam}/board`, narrowest: true, wide: true },
  { name: 'board-archived', path: ({ archivedTeam }) => `${archivedTeam}/board` },
  { name: 'archive', path: ({ team }) => `${team}/archive`, narrowest: true },
  { name: 'archive-task', path: ({ team, archivedTask }) => `${team}/archive/tasks/${archivedTask}` },
  { name: 'archive-empty', path: ({ emptyTeam }) => `${emptyTeam}/archive` },
  { name: 'task-archived', path: ({ team, archivedTask }) => `${team}/board/tasks/${archivedTask}` },
  {
    name: 'task-archived-with-project',
    path: ({ team, taskOfArchivedProject }) => `${team}/board/tasks/${taskOfArchivedProject}`,
  },
  { name: 'board-offline', path: board, act: (page) => page.context().setOffline(true) },
  { name: 'new-task', path: board, act: press('c'), narrowest: true },
  { name: 'new-task-refused', path: board, act: inOrder(press('c'), inDialog('Create task')) },
  ...unsentScenes,
  ...toastScenes,
  { name: 'task', path: ({ team, task }) => `${team}/board/tasks/${task}`, narrowest: true, wide: true },
  { name: 'task-long', path: ({ team, longTask }) => `${team}/board/tasks/${longTask}`, narrowest: true },
  {
    name: 'task-markdown',
    path: ({ team, markdownTask }) => `${team}/board/tasks/${markdownTask}`,
    narrowest: true,
  },
  {
    name: 'task-markdown-end',
    path: ({ team, markdownTask }) => `${team}/board/tasks/${markdownTask}`,
    act: async (page) => {
      await page.getByText('image not shown').scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Copy: the code' }).click();
    },
    narrowest: true,
  },
  {
    name: 'task-right-to-left',
    path: ({ team, rightToLeftTask }) => `${team}/board/tasks/${rightToLeftTask}`,
    narrowest: true,
    wide: true,
  },
  {
    name: 'task-plain-text',
    path: ({ team, hostileTask }) => `${team}/board/tasks/${hostileTask}`,
    narrowest: true,
  },
  {
    name: 'task-plain-text-comment',
    path: ({ team, hostileTask }) => `${team}/board/tasks/${hostileTask}`,
    act: (page) => page.getByRole('textbox', { name: 'Comment' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'task-editing',
    path: ({ team, task }) => `${team}/board/tasks/${task}`,
    act: (page) => page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click(),
  },
  {
    name: 'task-status-list',
    path: ({ team, task }) => `${team}/board/tasks/${task}`,
    act: (page) => page.getByRole('complementary').getByLabel('Status', { exact: true }).click(),
  },
  {
    name: 'task-activity',
    path: ({ team, task }) => `${team}/board/tasks/${task}`,
    act: (page) => page.getByRole('textbox', { name: 'Comment' }).scrollIntoViewIfNeeded(),
    narrowest: true,
  },
  ...attentionScenes,
  ...leaseScenes,
  ...dependencyScenes,
  ...hierarchyScenes,
  { name: 'task-not-found', path: ({ team }) => `${team}/board/tasks/nothing` },
  ...agentScenes,
  { name: 'projects', path: projects },
  { name: 'project-new', path: projects, act: button('New project') },
  { name: 'project-archive', path: projects, act: button('Archive Website') },
  ...deletionScenes,
  { name: 'project-edit', path: projects, act: button('Edit Website') },
  { name: 'api-keys', path: keys },
  { name: 'api-key-new', path: keys, act: button('New API key') },
  {
    name: 'api-key-shown',
    path: keys,
    act: inOrder(
      button('New API key'),
      (page) => page.getByRole('dialog').getByLabel('Name').fill('Nightly import'),
      inDialog('Create key'),
      (page) => page.getByTestId('secret').waitFor(),
    ),
  },
  { name: 'api-key-revoke', path: keys, act: button('Revoke First key') },
  ...peopleScenes,
  { name: 'team-menu', path: agents, act: inSidebar(/switch team/) },
  { name: 'team-menu-colleague', path: agents, act: inSidebar(/switch team/), person: 'colleague' },
  { name: 'first-team', path: () => '/', person: 'newOperator' },
  { name: 'no-team', path: () => '/', person: 'newcomer', narrowest: true },
  { name: 'account-menu', path: agents, act: inSidebar(/account menu/) },
  { name: 'help-menu', path: agents, act: inSidebar(/^Help$/) },
  { name: 'navigation', path: agents, act: button('Open the navigation'), narrowOnly: true },
  {
    name: 'team-new',
    path: agents,
    act: inOrder(search('create a team'), press('Enter'), (page) => page.getByRole('dialog').waitFor()),
    person: 'admin',
  },
  { name: 'palette', path: agents, act: press('Control+k') },
  {
    name: 'palette-tasks',
    path: agents,
    act: inOrder(search('release'), (page) => page.getByText('Write release notes for 2.4').waitFor()),
  },
  { name: 'shortcuts', path: board, act: press('?') },
  { name: 'team-not-found', path: ({ team }) => `${team}/nothing` },
  {
    name: 'refused',
    path: board,
    act: async (page) => {
      await page.route(/tasks\.move/, (route) => route.abort());
      await carry(page);
      await press('Space')(page);
      await page.getByText('The service cannot be reached').waitFor();
    },
  },
  {
    name: 'column-error',
    path: board,
    act: async (page) => {
      await page.route(/api\/trpc/, (route) => route.fulfill({ status: 403, json: {} }));
      await page.getByRole('searchbox').fill('anything');
      await page.getByText('The service cannot be reached').first().waitFor({ timeout: 15_000 });
    },
  },
  {
    name: 'team-error',
    path: board,
    act: async (page) => {
      const malformed = { result: { data: { tasks: [{}], nextCursor: null } } };
      await page.route(/board\.column.*anything/, (route) => route.fulfill({ json: malformed }));
      await page.getByRole('searchbox').fill('anything');
      await page.getByText('This page could not be shown').waitFor();
    },
  },
  { name: 'audit', path: ({ team }) => `${team}/audit`, narrowest: true, wide: true },
  { name: 'audit-event', path: ({ team }) => `${team}/audit`, act: button(/^The whole event/) },
  {
    name: 'audit-assignee',
    path: ({ team }) => `${team}/audit?type=task.updated`,
    act: button(/changed the assignee/),
  },
  { name: 'audit-new-events', path: ({ team }) => `${team}/audit`, act: createElsewhere, narrowest: true },
  { name: 'audit-closed', path: ({ team }) => `${team}/audit`, person: 'colleague', narrowest: true },
  { name: 'audit-nothing-found', path: ({ team }) => `${team}/audit?actor=nobody` },
  { name: 'webhooks', path: webhooks, narrowest: true },
  { name: 'webhooks-empty', path: ({ emptyTeam }) => `${emptyTeam}/webhooks` },
  {
    name: 'webhook-events',
    path: webhooks,
    act: async (page) => {
      await button(/^3 event types/)(page);
      await page.getByRole('tooltip').waitFor();
    },
  },
  {
    name: 'webhook-menu',
    path: webhooks,
    act: button('Actions for hooks.example.com/crewboard'),
  },
  { name: 'webhook-new', path: webhooks, act: button('New endpoint'), narrowest: true },
  {
    name: 'webhook-new-choose',
    path: webhooks,
    act: inOrder(button('New endpoint'), (page) =>
      page.getByRole('dialog').getByRole('radio', { name: 'Choose' }).click(),
    ),
    narrowest: true,
  },
  {
    name: 'webhook-new-refused',
    path: webhooks,
    act: inOrder(
      button('New endpoint'),
      fillUrl('http://10.0.0.1:9999/hooks'),
      inDialog('Create endpoint'),
      (page) => page.getByText('not public').waitFor(),
    ),
  },
  {
    name: 'webhook-secret',
    path: ({ stoppedTeam }) => `${stoppedTeam}/webhooks`,
    act: inOrder(
      button('New endpoint'),
      fillUrl('https://receiver.example.net/crewboard'),
      inDialog('Create endpoint'),
      (page) => page.getByTestId('secret').waitFor(),
    ),
    narrowest: true,
  },
  { name: 'webhook-edit', path: webhooks, act: ofEndpoint('Edit') },
  { name: 'webhook-rotate', path: webhooks, act: ofEndpoint('Rotate secret') },
  { name: 'webhook-disable', path: webhooks, act: ofEndpoint('Disable') },
  { name: 'webhook-delete', path: webhooks, act: ofEndpoint('Delete') },
  { name: 'webhook-test-sent', path: webhooks, act: testSent },
  { name: 'webhook-stopped', path: ({ stoppedTeam }) => `${stoppedTeam}/webhooks`, narrowest: true },
  { name: 'webhook-stopped-board', path: ({ stoppedTeam }) => `${stoppedTeam}/board`, narrowest: true },
  { name: 'webhook', path: webhook, narrowest: true },
  { name: 'webhook-row', path: webhook, act: (page) => page.getByRole('row').nth(3).hover() },
  { name: 'webhook-nothing-found', path: (places) => `${webhook(places)}?status=failed&type=webhook.tested` },
  {
    name: 'webhook-no-deliveries',
    path: webhooks,
    act: inOrder(
      (page) => page.getByRole('link', { name: /automation/ }).click(),
      (page) => page.getByText('No deliveries yet').waitFor(),
    ),
  },
  {
    name: 'webhook-disabled',
    path: ({ stoppedTeam, stoppedWebhook }) => `${stoppedTeam}/webhooks/${stoppedWebhook}`,
  },
  {
    name: 'delivery',
    path: (places) => `${webhook(places)}?delivery=${places.delivery}`,
    narrowest: true,
  },
  {
    name: 'delivery-request',
    path: (places) => `${webhook(places)}?delivery=${places.delivery}`,
    act: (page) => page.getByRole('region', { name: 'The body of the request' }).scrollIntoViewIfNeeded(),
    narrowest: true,
  },
  { name: 'delivery-failed', path: (places) => `${webhook(places)}?delivery=${places.webhook}-7` },
  { name: 'delivery-not-found', path: (places) => `${webhook(places)}?delivery=nothing` },
  {
    name: 'webhook-recover',
    path: webhook,
    act: inOrder(button('Recover…'), (page) => page.getByRole('dialog').waitFor()),
  },
  {
    name: 'webhook-recover-time',
    path: webhook,
    act: inOrder(button('Recover…'), (page) => page.getByLabel('Another time').click()),
    narrowest: true,
  },
];
