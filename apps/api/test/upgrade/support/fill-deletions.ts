import type { Admin, ReleaseClient } from './release-client.ts';

/** What was deleted or erased; the test looks for `content` in everything that the database has. */
export type Deletions = {
  content: string;
  taskId: string;
  projectId: string;
  taskOfProjectId: string;
};

type Options = {
  client: ReleaseClient;
  admin: Admin;
  team: { teamId: string; projectId: string; apiKey: string };
  /** An owner of it. */
  person: { session: string; team: string };
};

const content = 'sekrit';

/** Deletes a task, a project, a team and an account; undefined where the release cannot. */
export async function fillDeletions({
  client,
  admin,
  team,
  person,
}: Options): Promise<Deletions | undefined> {
  const { teamId, projectId, apiKey } = team;
  const asKey = (route: string, ids: string[], body?: object) => client.send(apiKey, route, ids, body);
  const createTask = async (of: string) => {
    const fields = { title: content, description: `${content} `.repeat(500), projectId: of };
    const { id } = await asKey('POST /api/teams/{teamId}/tasks', [teamId], fields);
    await asKey('POST /api/tasks/{taskId}/comments', [id], { body: content });
    await asKey('POST /api/tasks/{taskId}/move', [id], { status: 'cancelled' });
    return id;
  };
  const taskId = await createTask(projectId);
  const account = `${content}@crewboard.test`;
  const { password } = admin('user', 'create', account, '--team', teamId, '--role', 'member', '--json');
  const signedIn = await client.mutate('accounts.signIn', { email: account, password, address: '192.0.2.2' });
  const member = { session: String(signedIn?.sessionId), team: teamId };
  await client.mutate('comments.create', { taskId, body: content }, member);
  if (!(await client.mutate('tasks.delete', { taskId }, person))) return undefined;
  await client.mutate('accounts.erase', { email: account, password }, member);

  const project = await asKey('POST /api/teams/{teamId}/projects', [teamId], { name: content });
  const taskOfProjectId = await createTask(project.id);
  await asKey('POST /api/projects/{projectId}/archive', [project.id]);
  await client.mutate('projects.delete', { projectId: project.id }, person);

  const other = admin('team', 'create', 'Deleted', '--json');
  admin('team', 'delete', String(other.teamId), '--yes', '--json');
  return { content, taskId, projectId: project.id, taskOfProjectId };
}
