import type { Places, Scene } from './scene.ts';
import { button, callOnce, inDialog, inOrder, ofRow, tab } from './steps.ts';

const agents = ({ team }: Places) => `${team}/agents`;

/** Agents, their connection and their tokens. */
export const agentScenes: Scene[] = [
  { name: 'agents', path: agents, narrowest: true, wide: true },
  { name: 'agents-empty', path: ({ emptyTeam }) => `${emptyTeam}/agents` },
  { name: 'agent', path: ({ team, agent }) => `${team}/agents/${agent}` },
  {
    name: 'agent-uncalled',
    path: ({ team, uncalledAgent }) => `${team}/agents/${uncalledAgent}`,
    narrowest: true,
  },
  {
    name: 'agent-uncalled-github',
    path: ({ team, uncalledAgent }) => `${team}/agents/${uncalledAgent}`,
    act: tab('GitHub workflow'),
  },
  {
    name: 'agent-connected',
    path: ({ team, agent }) => `${team}/agents/${agent}`,
    act: inOrder(button('Show instructions'), tab('Other MCP client')),
  },
  { name: 'agent-menu', path: agents, act: button('Actions for Ada Moreno') },
  { name: 'agent-new', path: agents, act: button('New agent') },
  { name: 'agent-edit', path: agents, act: ofRow('Ada Moreno', 'Edit') },
  { name: 'agent-expiring', path: ({ team, expiringAgent }) => `${team}/agents/${expiringAgent}` },
  { name: 'agent-rotate', path: agents, act: ofRow('Ada Moreno', 'Rotate token') },
  { name: 'agent-rotate-expiring', path: agents, act: ofRow('Elena Petrova', 'Rotate token') },
  {
    name: 'agent-rotate-overlap',
    path: agents,
    act: inOrder(ofRow('Ada Moreno', 'Rotate token'), async (page) => {
      await page.getByLabel('The previous token').selectOption('Ends in 24 hours');
    }),
  },
  {
    name: 'agent-token',
    path: agents,
    act: inOrder(ofRow('Chiara Rossi', 'Rotate token'), inDialog('Rotate token'), (page) =>
      page.getByTestId('secret').waitFor(),
    ),
  },
  {
    name: 'agent-token-curl',
    path: agents,
    act: inOrder(ofRow('Chiara Rossi', 'Rotate token'), inDialog('Rotate token'), tab('curl'), (page) =>
      page.getByText('Waiting for the first call').scrollIntoViewIfNeeded(),
    ),
  },
  {
    name: 'agent-token-connected',
    path: agents,
    act: inOrder(ofRow('Chiara Rossi', 'Rotate token'), inDialog('Rotate token'), tab('curl'), callOnce),
  },
  {
    name: 'agent-token-uncopied',
    path: agents,
    act: inOrder(ofRow('Chiara Rossi', 'Rotate token'), inDialog('Rotate token'), inDialog('Done')),
  },
  { name: 'agent-release', path: agents, act: ofRow('Ada Moreno', /Release/) },
  { name: 'agent-deactivate', path: agents, act: ofRow('Ada Moreno', 'Deactivate') },
  { name: 'agent-reactivate', path: agents, act: ofRow('Grace Holm', 'Reactivate') },
];
