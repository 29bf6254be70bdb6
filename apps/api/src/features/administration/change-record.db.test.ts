import { maxAgents, maxProjects } from '@crewboard/contracts';
import { type Database, newId, queryMany, sql } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { OpenWriter } from '#test/log/support/open-writer.ts';
import { createAgent } from '../agents/create-agent.ts';
import { pauseAgent } from '../agents/pause-agent.ts';
import { rotateAgentToken } from '../agents/rotate-agent-token.ts';
import { updateAgent } from '../agents/update-agent.ts';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { revokeApiKey } from '../api-keys/revoke-api-key.ts';
import { subjectLock } from '../events/lock-subject.ts';
import { removeMember } from '../members/remove-member.ts';
import { setMemberRole } from '../members/set-member-role.ts';
import { createProject } from '../projects/create-project.ts';
import { deleteProject } from '../projects/delete-project.ts';
import { updateProject } from '../projects/update-project.ts';
import type { VerbContext } from '../verb-context.ts';

let database: TestDatabase;
/** One connection per writer, without a share: only the locks order the writers. */
let connections: Database[];
let teamId: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  connections = Array.from({ length: 8 }, () => openTestDatabase(database.url, { maxConnections: 1 }));
  // Keeps every version of a row, in the order of the changes.
  await database.owner.query(`
    create table versions (number serial, "table" text, id text, name text, revision int, updated_at timestamptz);
    create function keep_version() returns trigger language plpgsql security definer as $$
    begin
      insert into versions ("table", id, name, revision, updated_at)
      values (tg_table_name, new.id, new.name, new.revision, new.updated_at);
      return null;
    end $$;
    create trigger keep_version after update on agents for each row execute function keep_version();
    create trigger keep_version after update on projects for each row execute function keep_version()`);
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await database.close();
});
beforeEach(async () => {
  teamId = newId();
  await database.pool.query(`insert into teams (id, name) values ($1, 'Team')`, [teamId]);
});

const contextOf = (db: Database) => {
  const actor = { kind: 'system', id: null, teamId } as const;
  const worker = { wake: () => undefined };
  const workers = { leaseSweeper: worker, eraser: worker };
  return { db, actor, requestId: null, ...workers } as unknown as VerbContext & { actor: typeof actor };
};
const ctx = () => contextOf(database);

type LoggedEvent = { type: string; name: string; before: string | null };

async function eventsOf(subjectId: string): Promise<LoggedEvent[]> {
  const { rows } = await database.pool.query<LoggedEvent>(
    `select type, snapshot->>'name' as name, changes->'name'->>'before' as before
     from events where team_id = $1 and subject_id = $2 order by xid, id`,
    [teamId, subjectId],
  );
  return rows;
}

const kinds = [
  {
    table: 'agents',
    max: maxAgents,
    create: (db: Database, name: string) => createAgent({ ctx: contextOf(db), input: { teamId, name } }),
    rename: (db: Database, agentId: string, name: string) =>
      updateAgent({ ctx: contextOf(db), input: { agentId, name } }),
  },
  {
    table: 'projects',
    max: maxProjects,
    create: (db: Database, name: string) => createProject({ ctx: contextOf(db), input: { teamId, name } }),
    rename: (db: Database, projectId: string, name: string) =>
      updateProject({ ctx: contextOf(db), input: { projectId, name } }),
  },
];

describe.each(kinds)('8 concurrent writers of $table', ({ table, max, create, rename }) => {
  it('write the events of one row in the order of their changes, each later than the previous one', async () => {
    const { id } = await create(database, 'First');
    const rounds = 6;
    await Promise.all(
      connections.map(async (db, writer) => {
        for (let round = 0; round < rounds; round += 1) await rename(db, id, `Name ${writer}.${round}`);
      }),
    );
    const [created, ...renamed] = await eventsOf(id);
    expect(created).toMatchObject({ type: expect.stringMatching(/created$/), name: 'First', before: null });
    expect(renamed).toHaveLength(connections.length * rounds);
    expect(renamed.map(({ before }) => before)).toEqual(
      [created, ...renamed].slice(0, -1).map((event) => event?.name),
    );

    const { rows: versions } = await database.owner.query<{
      name: string;
      revision: number;
      isLater: boolean;
    }>(
      `select name, revision, updated_at > lag(updated_at, 1, '-infinity') over (order by number) as "isLater"
       from versions where "table" = $1 and id = $2 order by number`,
      [table, id],
    );
    expect(versions).toEqual(
      renamed.map(({ name }, index) => ({ name, revision: index + 2, isLater: true })),
    );
    const { rows } = await database.pool.query(`select name, revision from ${table} where id = $1`, [id]);
    expect(rows).toEqual([{ name: renamed.at(-1)?.name, revision: 1 + renamed.length }]);
  });

  it('never exceed the limit of the team', async () => {
    const free = 3;
    await database.pool.query(
      `insert into ${table} (id, team_id, name) select $1 || n, $1, 'Name' from generate_series(1, $2::int) as n`,
      [teamId, max - free],
    );
    const created = await Promise.allSettled(
      connections.flatMap((db, writer) => [create(db, `First ${writer}`), create(db, `Second ${writer}`)]),
    );
    const errors = created.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(errors).toHaveLength(2 * connections.length - free);
    for (const error of errors) expect(error).toMatchObject({ code: 'LIMIT_REACHED' });
    const { rows } = await database.pool.query(
      `select (select count(*)::int from ${table} where team_id = $1) as rows,
         (select count(*)::int from events where team_id = $1) as events`,
      [teamId],
    );
    expect(rows).toEqual([{ rows: max, events: free }]);
  });
});

async function countWaiting(): Promise<number | null> {
  const { rowCount } = await database.owner.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount;
}

describe('a change of a row that another transaction has', () => {
  const person = newId();
  beforeAll(() =>
    database.pool.query(
      `insert into users (id, email, name, password_hash) values ($1, 'ada@crewboard.test', 'Ada', '-')`,
      [person],
    ),
  );

  const createMember = async () => {
    await database.pool.query(`insert into members (team_id, user_id, role) values ($1, $2, 'member')`, [
      teamId,
      person,
    ]);
    return person;
  };
  const newAgent = async () => (await createAgent({ ctx: ctx(), input: { teamId, name: 'Ada' } })).id;
  const newProject = async () => (await createProject({ ctx: ctx(), input: { teamId, name: 'P' } })).id;
  const newArchivedProject = async () => {
    const id = await newProject();
    await database.owner.query('update projects set archived_at = now() where id = $1', [id]);
    return id;
  };
  const newKey = async () => (await createApiKey({ ctx: ctx(), input: { name: 'K' } })).id;

  const rows = [
    {
      ...{ given: 'an update of an agent', table: 'agents' as const, create: newAgent },
      change: (agentId: string) => updateAgent({ ctx: ctx(), input: { agentId, name: 'Eve' } }),
    },
    {
      ...{ given: 'a deactivation of an agent', table: 'agents' as const, create: newAgent },
      change: (agentId: string) => updateAgent({ ctx: ctx(), input: { agentId, status: 'inactive' } }),
    },
    {
      ...{ given: 'a rotation of a token', table: 'agents' as const, create: newAgent },
      change: (agentId: string) => rotateAgentToken({ ctx: ctx(), input: { agentId } }),
    },
    {
      ...{ given: 'an update of a project', table: 'projects' as const, create: newProject },
      change: (projectId: string) => updateProject({ ctx: ctx(), input: { projectId, name: 'Q' } }),
    },
    {
      ...{ given: 'a deletion of a project', table: 'projects' as const, create: newArchivedProject },
      change: (projectId: string) => deleteProject({ ctx: ctx(), input: { projectId } }),
    },
    {
      ...{ given: 'a pause of an agent', table: 'agents' as const, create: newAgent },
      change: (agentId: string) => pauseAgent({ ctx: ctx(), input: { agentId, reason: 'A pause' } }),
    },
    {
      ...{ given: 'a revocation of a key', table: 'api_keys' as const, create: newKey },
      change: (keyId: string) => revokeApiKey({ ctx: ctx(), input: { keyId } }),
    },
    {
      ...{ given: 'a change of a role', table: 'members' as const, create: createMember },
      change: (userId: string) => setMemberRole({ ctx: ctx(), input: { userId, role: 'admin' } }),
    },
    {
      ...{ given: 'a removal of a member', table: 'members' as const, create: createMember },
      change: (userId: string) => removeMember({ ctx: ctx(), input: { userId } }),
    },
  ];

  it.each(rows)(
    'changed without the lock ($given) is UNAVAILABLE, leaves nothing, and succeeds again',
    async ({ table, create, change }) => {
      const id = await create();
      const idColumn = table === 'members' ? 'user_id' : 'id';
      const read = async () => {
        const where = `team_id = $1 and ${idColumn} = $2`;
        const found = await database.pool.query(`select * from ${table} where ${where}`, [teamId, id]);
        return found.rows;
      };
      const [before] = await read();
      const events = await eventsOf(id);
      const other = await OpenWriter.begin(database.owner);
      await other.client.query(
        `update ${table} set revision = revision + 1 where team_id = $1 and ${idColumn} = $2`,
        [teamId, id],
      );
      const rejected = expect(change(id)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect.poll(countWaiting, { interval: 10 }).toBe(1);
      await other.commit();
      await rejected;
      expect(await read()).toEqual([{ ...before, revision: 2 }]);
      expect(await eventsOf(id)).toEqual(events);
      await change(id);
      expect(await eventsOf(id)).toHaveLength(events.length + 1);
    },
  );

  it.each(rows)('locked ($given) waits before it reads', async ({ table, create, change }) => {
    const id = await create();
    const lock = sql`select from (select ${subjectLock(table, sql`${table === 'members' ? teamId : id}::text`)}) as locked`;
    const other = await OpenWriter.begin(database.owner);
    await queryMany(other.client, lock);
    const changed = change(id);
    await expect.poll(countWaiting, { interval: 10 }).toBe(1);
    await other.client.query(`update ${table} set revision = revision + 1 where team_id = $1`, [teamId]);
    await other.commit();
    await changed;
  });
});

describe.each(kinds)('the time of a change of $table', ({ table, create, rename }) => {
  type Times = { updatedAt: Date; now: Date };
  const times = 'updated_at as "updatedAt", clock_timestamp() as now';

  /** The times of a row before and after it is renamed. `updatedAt` (SQL) is the time of its previous change. */
  async function renameAfter(updatedAt: string): Promise<Times[]> {
    const { id } = await create(database, 'First');
    const set = `update ${table} set updated_at = ${updatedAt} where id = $1 returning ${times}`;
    const { rows: before } = await database.owner.query<Times>(set, [id]);
    await rename(database, id, 'Second');
    const select = `select ${times} from ${table} where id = $1`;
    const { rows: after } = await database.owner.query<Times>(select, [id]);
    return [...before, ...after];
  }

  it('is the time of the database when the change is made', async () => {
    const [before, after] = await renameAfter(`now() - interval '1 hour'`);
    expect(after?.updatedAt.getTime()).toBeGreaterThanOrEqual(before?.now.getTime() ?? Infinity);
    expect(after?.updatedAt.getTime()).toBeLessThanOrEqual(after?.now.getTime() ?? 0);
  });

  it('is a millisecond after the previous change if the clock was set back', async () => {
    const [before, after] = await renameAfter(`now() + interval '1 hour'`);
    expect(after?.updatedAt.getTime()).toBe(1 + (before?.updatedAt.getTime() ?? 0));
  });
});
