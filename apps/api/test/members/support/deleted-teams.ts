import { newId } from '@crewboard/db';
import { expect } from 'vitest';
import { createInvitation } from '#src/features/invitations/create-invitation.ts';
import type { TestApi, TestTeam } from '#test/harness.ts';
import { type SignedIn, signedIn } from '#test/log/support/people.ts';
import { call } from '#test/support/people.ts';
import { createWebhook } from '#test/support/webhooks.ts';

export type World = { team: TestTeam; name: string; owner: SignedIn; agent: { id: string; token: string } };

export const as = ({ session, team }: SignedIn) => ({ session, team });

/** What tests of deleted teams do with the API of their file. */
export function deletedTeams(api: () => TestApi) {
  async function createWorld(): Promise<World> {
    const name = `Harbour ${crypto.randomUUID()}`;
    const team = await api().createTeam(name);
    const owner = await signedIn(api(), team.teamId, 'owner');
    return { team, name, owner, agent: await api().createAgent(team) };
  }
  const remove = ({ team: { teamId }, name, owner }: World, typed = name) =>
    call(api(), ['mutation', 'teams.delete'], { teamId, name: typed }, as(owner));
  const restore = ({ teamId }: TestTeam, who: SignedIn) =>
    call(api(), ['mutation', 'teams.restore'], { teamId }, { session: who.session });
  const statusOf = async (token: string) => (await api().request('GET', '/api/me', { token })).status;

  const invite = ({ teamId }: TestTeam) =>
    createInvitation({
      ctx: { db: api().db, actor: { kind: 'system', id: null, teamId }, requestId: null },
      input: { role: 'member', expiresInDays: 1, maxUses: 2 },
    });
  const makeGone = ({ teamId }: TestTeam) =>
    api().owner.query('update team_deletions set gone_at = clock_timestamp() where team_id = $1', [teamId]);
  const passMinute = () =>
    api().owner.query(`update team_deletions set emptied_at = emptied_at - interval '1 minute'`);
  /** Also while the worker of the app has a team locked, which a call of `removeTeams` then passes over. */
  const hasDueRemoval = async (): Promise<boolean> => {
    const { rowCount } = await api().owner.query(
      `select from team_deletions where gone_at <= clock_timestamp()
         and (emptied_at is null or emptied_at < clock_timestamp() - interval '1 minute')`,
    );
    return rowCount !== 0;
  };

  /** Rows of every table that has any of a team. */
  async function fill({ team, agent }: World): Promise<void> {
    const { teamId } = team;
    const blocker = await api().createTask(team, { description: 'x'.repeat(3_000) });
    const taskId = await api().createTask(team, { blockedBy: [blocker] });
    await api().createComment(team, taskId);
    const post = async (path: string, body: object, token = team.apiKey) => {
      const { status, text } = await api().request('POST', path, { token, body });
      expect(status, text).toBeLessThan(300);
    };
    await post(`/api/tasks/${blocker}/claim`, {}, agent.token);
    await post(`/api/tasks/${blocker}/complete`, { result: 'Done' }, agent.token);
    await post(`/api/agents/${agent.id}/pause`, { reason: 'A pause' });
    await invite(team);
    const webhook = await createWebhook(api(), team, 'http://127.0.0.1:9/hook');
    await post(`/api/webhooks/${webhook.id}/test`, {});
    await api().owner.query(
      `insert into webhook_allow_rules (team_id, destination) values ($1, '127.0.0.1/32:9')`,
      [teamId],
    );
    await api().owner.query(
      `insert into tasks (id, team_id, project_id, title, archived_at, in_queue)
       select $1 || n, $2, $3, 'Archived', now(), false from generate_series(1, 120) as n`,
      [newId(), teamId, team.projectId],
    );
    await api().owner.query(
      `insert into tombstones (id, team_id, subject_type, created_at) values ($1, $2, 'task', now())`,
      [newId(), teamId],
    );
  }

  return { createWorld, remove, restore, statusOf, invite, makeGone, passMinute, hasDueRemoval, fill };
}
