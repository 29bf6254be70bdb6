import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { prepareDatabase } from '@crewboard/db';
import { startEmbeddedPostgres } from '@crewboard/db/embedded';
import { makeClusterFolder, makeFormerDataDirectory, openTestDatabase } from '@crewboard/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestApi } from '../harness.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeClusterFolder('crewboard-former-');
});
afterEach(() => rm(dataDir, { recursive: true }));

const kept = `
  insert into teams (id, name) values ('team', 'Kept');
  insert into projects (id, team_id, name) values ('project', 'team', 'General');
  insert into tasks (id, team_id, project_id, title, description)
  select 'task' || n, 'team', 'project', 'Task ' || n, repeat('text ', n) from generate_series(1, 50) as n;
  insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot)
  select 'team', 'task.created', 'task', id, 'system', '{}' from tasks;`;

it('serves a data directory of the version with one role as the application role, with all data', async () => {
  await makeFormerDataDirectory(dataDir, kept);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-password']);

  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    const file = path.join(dataDir, 'postgres-application-password');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await prepareDatabase(server)).toEqual({ name: 'crewboard_application', canChangeSchema: false });

    const api = await TestApi.serve(openTestDatabase(server.url));
    try {
      const { rows } = await api.db.pool.query(
        `select current_user as role, (select count(*)::int from tasks) as tasks, (select count(*)::int from events) as events,
           (select count(*)::int from task_search) as searchable`,
      );
      expect(rows).toEqual([{ role: 'crewboard_application', tasks: 50, events: 50, searchable: 50 }]);
      expect((await api.request('GET', '/readyz')).status).toBe(200);
      const team = await api.createTeam('New');
      const agent = await api.createAgent(team);
      const taskId = await api.createTask(team, { description: 'x'.repeat(10_000) });
      const claim = await api.request('POST', `/api/tasks/${taskId}/claim`, { token: agent.token });
      expect(claim.status, claim.text).toBe(200);
      await expect(api.db.pool.query('drop table comments')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await api.close();
    }
  } finally {
    await server.stop();
  }
});
