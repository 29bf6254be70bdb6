import type { Queryable } from '@crewboard/db';
import { describe, expect, it } from 'vitest';
import { removeTeams } from '../../src/features/teams/remove-teams.ts';
import { restoreTeamAsOperator } from '../../src/features/teams/restore-team.ts';
import { useApi } from '../harness.ts';
import { aroundTransactions, dyingIn } from '../support/around-transactions.ts';
import { tablesWith } from '../support/search-dump.ts';
import { eventually } from '../support/webhooks.ts';
import { deletedTeams } from './support/deleted-teams.ts';

const api = useApi();
const { createWorld, remove, restore, statusOf, makeGone, passMinute, hasDueRemoval, fill } =
  deletedTeams(api);

describe('a team that is gone', () => {
  it('leaves nothing in any table, and other teams as they were', async () => {
    const [world, other] = [await createWorld(), await createWorld()];
    await fill(world);
    await fill(other);
    await remove(world);
    await makeGone(world.team);
    expect((await restore(world.team, world.owner)).status).toBe(404);
    expect(await restoreTeamAsOperator(api().db, world.team.teamId)).toBe(false);
    const countOther = async () => {
      const { rows } = await api().owner.query(
        `select (select count(*) from tasks where team_id = $1) as tasks, (select count(*) from events where team_id = $1) as events,
           (select count(*) from webhook_deliveries) as deliveries, (select count(*) from comments where team_id = $1) as comments`,
        [other.team.teamId],
      );
      return { ...rows[0], deliveries: Number(rows[0].deliveries) > 0 };
    };
    const before = await countOther();
    const replica = await api().replica();
    try {
      await eventually(
        async () => {
          await Promise.all([api(), replica, api()].map(({ db }) => removeTeams(db)));
          await passMinute();
          return hasDueRemoval();
        },
        (isDue) => !isDue,
      );
    } finally {
      await replica.close();
    }
    // Kept responses outlive the team by their 24 hours at most: seven days later there is none.
    await api().owner.query('delete from idempotency_keys');
    expect(await tablesWith(api(), [world.team.teamId, world.name, world.agent.id])).toEqual([]);
    expect(await countOther()).toEqual(before);
    expect(await statusOf(other.team.apiKey)).toBe(200);
  });

  it('is found by indexes alone: other teams may have millions of rows', async () => {
    const [world, other] = [await createWorld(), await createWorld()];
    await fill(world);
    await fill(other);
    await api().owner.query('analyze');
    await remove(world);
    await makeGone(world.team);
    const scanned = new Set<string>();
    const rowsRead = async (connection: Queryable) => {
      const { rows } = await connection.query<{ table: string; count: number }>(
        `select relname as table, seq_tup_read::int as count from pg_stat_xact_user_tables where relname <> 'team_deletions'`,
      );
      return new Map(rows.map(({ table, count }) => [table, count]));
    };
    const watched = aroundTransactions(api().db, async (connection, run) => {
      const before = await rowsRead(connection);
      const result = await run();
      for (const [table, count] of await rowsRead(connection))
        if (count > (before.get(table) ?? 0)) scanned.add(table);
      return result;
    });
    await eventually(
      async () => {
        await removeTeams(watched);
        await passMinute();
        return hasDueRemoval();
      },
      (isDue) => !isDue,
    );
    expect([...scanned]).toEqual([]);
  });

  it('is there for a minute after its last row, and loses what is written meanwhile', async () => {
    const world = await createWorld();
    const { teamId } = world.team;
    await remove(world);
    await makeGone(world.team);
    const removeAll = () =>
      eventually(
        async () => {
          await removeTeams(api().db);
          return hasDueRemoval();
        },
        (isDue) => !isDue,
      );
    await removeAll();
    expect(await tablesWith(api(), [teamId])).toEqual(['team_deletions', 'teams']);
    await api().owner.query(
      `insert into team_activity (team_id, minute, claims, completions) values ($1, '2026-01-01', 1, 0)`,
      [teamId],
    );
    await passMinute();
    await removeAll();
    expect(await tablesWith(api(), [teamId])).toEqual([]);
  });

  it('goes on where a process died', async () => {
    const world = await createWorld();
    await fill(world);
    await remove(world);
    await makeGone(world.team);
    for (let round = 0; round < 3; round += 1) {
      await expect(removeTeams(dyingIn(api().db))).rejects.toThrow('killed');
      await removeTeams(api().db);
    }
    await eventually(
      async () => {
        await removeTeams(api().db);
        await passMinute();
        return tablesWith(api(), [world.name]);
      },
      (tables) => tables.length === 0,
    );
  });
});
