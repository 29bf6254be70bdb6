import { newId } from '@crewboard/db';
import type { Credential, Home } from '../../support/home.ts';
import { password } from '../../support/people.ts';
import { calls, done, heldTask } from '../../support/tasks.ts';
import { closedPortUrl } from '../../support/webhooks.ts';
import { createProject } from '../../support/world.ts';

type Make = (home: Home, session: string) => unknown;

/** A valid input of each procedure, with rows of its own. `session` is the caller's session or "none". */
const inputs: Record<string, Make> = {
  'tasks.list': ({ team: { teamId } }) => ({ teamId }),
  'tasks.create': ({ team: { teamId, projectId } }) => ({ teamId, projectId, title: 'By role' }),
  'tasks.createMany': ({ team: { teamId, projectId } }) => ({
    teamId,
    tasks: [{ projectId, title: 'By role' }],
  }),
  'tasks.update': async (home) => ({ taskId: await home.taskId(), title: 'Changed' }),
  'tasks.move': async (home) => ({ taskId: await home.taskId(), status: 'cancelled' }),
  'tasks.archived': ({ team: { teamId } }) => ({ teamId }),
  'tasks.archive': async (home) => ({ taskId: await home.taskId() }),
  'tasks.delete': async ({ api, team }) => {
    const taskId = await api.createTask(team);
    await done(calls(api).move(team.apiKey, taskId, 'cancelled'));
    return { taskId };
  },
  'tasks.restore': async (home) => ({ taskId: await home.taskId() }),
  'tasks.updateIfUnchanged': async (home) => ({ taskId: await home.taskId(), title: 'Changed', version: 1 }),
  'tasks.moveIfUnchanged': async (home) => ({ taskId: await home.taskId(), status: 'cancelled', version: 1 }),
  'tasks.claimNext': ({ team: { teamId } }) => ({ teamId }),
  'tasks.heartbeat': async ({ api, team }) => ({ taskId: await heldTask(api, team) }),
  // Longer than any test takes: that the task is offered again is a change.
  'tasks.fail': async ({ api, team }) => ({
    taskId: await heldTask(api, team),
    ...{ reason: 'No access', retryAfterSeconds: 86_400 },
  }),
  'tasks.release': async ({ api, team }) => ({ taskId: await heldTask(api, team) }),
  'tasks.attemptPage': async (home) => ({ taskId: await home.taskId() }),
  'tasks.dependencies': async (home) => ({ taskId: await home.taskId() }),
  'tasks.hierarchy': async (home) => ({ taskId: await home.taskId() }),
  'tasks.releaseAll': async (home) => ({ agentId: await home.agentId() }),
  'agents.get': async (home) => ({ agentId: await home.agentId() }),
  'agents.rotateToken': async (home) => ({ agentId: await home.agentId() }),
  'agents.create': ({ team: { teamId } }) => ({ teamId, name: 'Made' }),
  'agents.update': async (home) => ({ agentId: await home.agentId(), name: 'Renamed' }),
  'agents.completions': async (home) => ({ agentId: await home.agentId() }),
  'agents.failures': async (home) => ({ agentId: await home.agentId() }),
  'agents.pause': async (home) => ({ agentId: await home.agentId(), reason: 'Why' }),
  'agents.resume': async (home) => ({ agentId: await home.agentId() }),
  'projects.pause': ({ team: { projectId } }) => ({ projectId, reason: 'Why' }),
  'projects.resume': ({ team: { projectId } }) => ({ projectId }),
  'projects.archive': async (home) => ({ projectId: await createProject(home.api, home.team) }),
  'projects.restore': async (home) => ({ projectId: await createProject(home.api, home.team) }),
  'projects.delete': async ({ api, team }) => {
    const projectId = await createProject(api, team);
    await api.request('POST', `/api/projects/${projectId}/archive`, { token: team.apiKey });
    return { projectId };
  },
  'projects.get': ({ team: { projectId } }) => ({ projectId }),
  'projects.create': ({ team: { teamId } }) => ({ teamId, name: 'Made' }),
  'projects.update': ({ team: { projectId } }) => ({ projectId, name: 'Renamed' }),
  'comments.list': async (home) => ({ taskId: await home.taskId() }),
  'comments.get': async (home) => ({ commentId: await home.commentId() }),
  'comments.create': async (home) => ({ taskId: await home.taskId(), body: 'Said' }),
  'events.listForTask': async (home) => ({ taskId: await home.taskId() }),
  'events.history': async (home) => ({ taskId: await home.taskId() }),
  // Start at the beginning of the log, so that the stream has a first message.
  'events.follow': ({ team: { teamId } }) => ({ teamId, lastEventId: '0' }),
  'attention.tasks': ({ team: { teamId } }) => ({ teamId, reason: 'stale' }),
  'board.column': ({ team: { teamId } }) => ({ teamId, status: 'todo' }),
  'apiKeys.create': ({ team: { teamId } }) => ({ teamId, name: 'Made' }),
  'apiKeys.revoke': async (home) => ({
    teamId: home.team.teamId,
    keyId: (await home.createKey('manage')).id,
  }),
  'webhooks.list': ({ team: { teamId } }) => ({ teamId }),
  'webhooks.create': ({ team: { teamId } }) => ({ teamId, url: closedPortUrl }),
  'webhooks.update': async (home) => ({ webhookId: await home.webhookId(), description: 'Changed' }),
  'webhooks.recover': async (home) => ({
    webhookId: await home.webhookId(),
    since: new Date(Date.now() - 60_000).toISOString(),
  }),
  'webhooks.delivery': (home) => home.delivery(),
  'webhooks.redeliver': (home) => home.delivery(),
  'teams.pause': ({ team: { teamId } }) => ({ teamId, reason: 'Why' }),
  'teams.resume': ({ team: { teamId } }) => ({ teamId }),
  // Rejected: the team of these tests stays.
  'teams.delete': ({ team: { teamId } }) => ({ teamId, name: 'Another name' }),
  'teams.restore': ({ team: { teamId } }) => ({ teamId }),
  'teams.create': () => ({ name: 'Of my own' }),
  'teams.me': () => undefined,
  'accounts.signIn': () => ({ email: 'nobody@crewboard.test', password: 'x', address: '192.0.2.9' }),
  'accounts.update': () => ({ name: 'Renamed' }),
  'accounts.changePassword': () => ({ currentPassword: password, newPassword: password }),
  // Rejected: the people of these tests stay.
  'accounts.erase': () => ({ email: 'nobody@crewboard.test', password }),
  'accounts.revokeSession': (_home, session) => ({ sessionId: session }),
  'accounts.me': () => undefined,
  'accounts.sessions': () => undefined,
  'system.backups': () => undefined,
  'accounts.revokeOtherSessions': () => undefined,
  'accounts.signOut': () => undefined,
  'invitations.create': ({ team: { teamId } }) => ({ teamId, role: 'viewer' }),
  'invitations.revoke': async (home) => ({
    teamId: home.team.teamId,
    invitationId: (await home.createInvitation()).id,
  }),
  'invitations.lookUp': async (home) => ({
    secret: (await home.createInvitation()).secret,
    address: '192.0.2.9',
  }),
  'invitations.accept': async (home) => ({
    ...{ secret: (await home.createInvitation()).secret, address: '192.0.2.9' },
    ...{ name: 'New', email: `${newId()}@crewboard.test`, password },
  }),
  'invitations.join': async (home) => ({ secret: (await home.createInvitation()).secret }),
  'members.setRole': async (home) => ({
    teamId: home.team.teamId,
    userId: await home.memberId(),
    role: 'viewer',
  }),
  'members.remove': async (home) => ({ teamId: home.team.teamId, userId: await home.memberId() }),
  'system.status': () => undefined,
};

export function inputOf(id: string): Make {
  const [area] = id.split('.');
  if (inputs[id]) return inputs[id];
  if (area === 'tasks') return async (home) => ({ taskId: await home.taskId() });
  if (area === 'webhooks') return async (home) => ({ webhookId: await home.webhookId() });
  return ({ team: { teamId } }) => ({ teamId });
}

/** The session in the claims, or "none". */
export const sessionOf = (credential: Credential): string =>
  (typeof credential === 'object' && credential?.session) || 'none';
