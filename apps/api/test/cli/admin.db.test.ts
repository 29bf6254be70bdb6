import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTeam } from '../../src/features/teams/create-team.ts';
import { allowDestination } from '../../src/features/webhooks/allow-destination.ts';

const script = path.join(import.meta.dirname, '../../src/cli/admin.ts');

let db: TestDatabase;
let teamId: string;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  teamId = (await createTeam({ ctx: { db }, input: { name: 'Harbour' } })).teamId;
});
afterAll(() => db.close());

/** What the command prints, or the one line with which it fails. */
async function admin(command: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const options = { env: { ...env, DATABASE_URL: db.url } };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...command], options).catch(
    ({ code, stderr }: { code: number; stderr: string }) => {
      expect(code).toBe(1);
      expect(stderr.trimEnd()).not.toContain('\n');
      throw new Error(stderr.trimEnd());
    },
  );
  return stdout;
}
const adminJson = async (...command: string[]) => JSON.parse(await admin([...command, '--json']));

async function insertWebhook(url: string, isEnabled = true): Promise<void> {
  await db.pool.query(
    `insert into webhooks (id, team_id, url, event_types, secret, enabled, subscribed_since, disabled_reason, disabled_at)
     values ($1, $2, $3, '{task.completed}', '-', $4, case when $4 then pg_current_snapshot() end,
       case when not $4 then 'switched_off' end, case when not $4 then now() end)`,
    [newId(), teamId, url, isEnabled],
  );
}

describe('webhook-allow', () => {
  it('adds, lists and removes what a team may reach, by id or name', async () => {
    expect(await admin(['webhook-allow', 'Harbour', '127.0.0.1:4800'])).toBe(
      `Webhooks of ${teamId} may reach 127.0.0.1/32:4800.\n`,
    );
    await admin(['webhook-allow', teamId, '[0::1]/128:4800']);
    const { rules } = await adminJson('webhook-allow', '--list');
    expect(rules.map((rule: { destination: string }) => rule.destination)).toEqual([
      '127.0.0.1/32:4800',
      '[::1]/128:4800',
    ]);
    expect(await adminJson('webhook-allow', teamId, '127.0.0.1/32:4800', '--remove')).toEqual({
      ...{ teamId, destination: '127.0.0.1/32:4800', isAllowed: false, expiresAt: null },
    });
    expect(await admin(['webhook-allow', teamId, '--list'])).not.toContain('127.0.0.1');
  });

  it.each([
    ['every IPv4 address', ['Harbour', '0.0.0.0/0'], /allows every address\. Name the network/],
    ['an invalid destination', ['Harbour', 'http://127.0.0.1'], /"http:\/\/127\.0\.0\.1" is not a host name/],
    ['no destination', ['Harbour'], /give a team and a destination/],
    ['two things at once', ['Harbour', '127.0.0.1', '--list', '--remove'], /give one of/],
    [
      'a rule that is not there',
      ['Harbour', '127.0.0.1:1', '--remove'],
      /has no rule for 127\.0\.0\.1\/32:1/,
    ],
  ])('rejects %s in one line', async (_title, args, message) => {
    await expect(admin(['webhook-allow', ...args])).rejects.toThrow(message);
  });

  it('--blocked lists enabled webhooks that may not be called, without path and query', async () => {
    await insertWebhook('http://10.0.0.1:8080/secret?token=x');
    await insertWebhook('http://10.0.0.1:8080/other');
    await insertWebhook('http://localhost/');
    await insertWebhook('http://10.0.0.2/', false);
    await insertWebhook('https://93.184.216.34/hook');
    await insertWebhook('http://10.9.9.9/');
    const input = { teamId, destination: '10.9.0.0/16' };
    await allowDestination({ ctx: { db }, input });
    const team = { teamId, teamName: 'Harbour' };
    expect(await adminJson('webhook-allow', '--blocked')).toEqual({
      blocked: [
        { ...team, origin: 'http://10.0.0.1:8080', count: 2, allowRule: '10.0.0.1/32:8080' },
        { ...team, origin: 'http://localhost', count: 1, allowRule: 'localhost:80' },
      ],
    });
    const env = { ...process.env, WEBHOOK_ALLOW: '10.0.0.0/8, localhost:80' };
    expect(await admin(['webhook-allow', '--blocked'], env)).toBe('No enabled webhook is blocked.\n');
  });
});

describe('operator', () => {
  it('the first account is one; others are made, listed and unmade, and the last one stays', async () => {
    const create = (email: string) =>
      adminJson('user', 'create', email, '--team', teamId, '--role', 'viewer');
    expect(await create('first@crewboard.test')).toMatchObject({ isOperator: true });
    expect(await create('second@crewboard.test')).toMatchObject({ isOperator: false });
    await expect(admin(['operator', 'remove', 'first@crewboard.test'])).rejects.toThrow(
      /is the last operator/,
    );
    expect(await admin(['operator', 'add', 'Second@crewboard.test'])).toBe(
      'second@crewboard.test is an operator.\n',
    );
    await admin(['operator', 'remove', 'first@crewboard.test']);
    const { operators } = await adminJson('operator', 'list');
    expect(operators).toMatchObject([{ email: 'second@crewboard.test' }]);
  });
});
