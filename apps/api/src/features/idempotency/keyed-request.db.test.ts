import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { TeamDatabases } from '../../limits/team-databases.ts';
import { KeyedRequest } from './keyed-request.ts';

let db: TestDatabase;
let teamDatabases: TeamDatabases;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  teamDatabases = new TeamDatabases(db);
  await db.owner.query('create table effects (name text); grant all on effects to public');
});
afterAll(() => db.close());

const open: KeyedRequest[] = [];
afterEach(() => Promise.all(open.splice(0).map((request) => request.rollback())));

const requestHash = randomBytes(32);
function request(keyHash: Buffer): KeyedRequest {
  const keyedRequest = new KeyedRequest({ teamDatabases, shareOwnerId: 'team', keyHash, requestHash });
  open.push(keyedRequest);
  return keyedRequest;
}

const write = ({ db: transaction }: KeyedRequest, name: string) =>
  transaction.query('insert into effects values ($1)', [name]);
const effects = async () =>
  (await db.query<{ name: string }>('delete from effects returning name')).rows.map(({ name }) => name);
const response = (text: string) => ({ status: 200, body: Buffer.from(text) });
const usedConnections = () => [db.pool.totalCount - db.pool.idleCount, db.pool.waitingCount];

/** The response that a repetition gets. */
async function repeat(keyHash: Buffer) {
  const repeated = request(keyHash);
  await expect(write(repeated, 'by a repetition')).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  return repeated.earlierResponse;
}

describe('a verb that commits in stages', () => {
  it('continues behind the stage that an earlier request with the key has reached', async () => {
    const keyHash = randomBytes(32);
    const first = request(keyHash);
    await first.begin();
    expect(first.reachedStage).toBeNull();
    await write(first, 'first part');
    await first.commitStage('completed');
    expect(first.reachedStage).toBe('completed');
    // It ends here: without a response, as after a crash.
    expect(await effects()).toEqual(['first part']);

    const second = request(keyHash);
    await second.begin();
    expect(second.reachedStage).toBe('completed');
    await write(second, 'second part');
    await second.commitResponse(response('both'));
    expect(await effects()).toEqual(['second part']);
    expect(await repeat(keyHash)).toEqual(response('both'));
  });

  it('occupies no connection and no lock between its parts', async () => {
    const keyHash = randomBytes(32);
    const waiting = request(keyHash);
    await waiting.begin();
    await waiting.commitStage('completed');
    expect(usedConnections()).toEqual([0, 0]);
    const other = request(keyHash);
    await other.begin();
    expect(other.reachedStage).toBe('completed');
    await other.commitStage(null);

    await write(waiting, 'second part');
    await waiting.commitResponse(response('both'));
    expect(await effects()).toEqual(['second part']);
  });

  it('rejects the part that another request with the key has done meanwhile', async () => {
    const keyHash = randomBytes(32);
    const [waiting, other] = [request(keyHash), request(keyHash)];
    await waiting.begin();
    await waiting.commitStage('completed');
    await other.begin();
    await write(other, 'by the other');
    await other.commitResponse(response('of the other'));

    await expect(write(waiting, 'by this one')).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(waiting.earlierResponse).toEqual(response('of the other'));
    expect(await effects()).toEqual(['by the other']);
    expect(await repeat(keyHash)).toEqual(response('of the other'));
  });

  it('commits without storing anything where there was nothing to do', async () => {
    const keyHash = randomBytes(32);
    const first = request(keyHash);
    await first.begin();
    await first.commitStage(null);
    const second = request(keyHash);
    await second.begin();
    expect(second.reachedStage).toBeNull();
  });
});

describe('a transaction', () => {
  it('begins with the first query, and only once', async () => {
    const keyHash = randomBytes(32);
    const first = request(keyHash);
    await first.db.reads.query('select 1');
    expect(usedConnections()).toEqual([0, 0]);
    await Promise.all([write(first, 'one'), write(first, 'two')]);
    expect(usedConnections()).toEqual([1, 0]);
    await first.commitResponse(response('both'));
    expect(usedConnections()).toEqual([0, 0]);
    expect((await effects()).sort()).toEqual(['one', 'two']);
  });

  it('stores the response of a verb that made no query', async () => {
    const keyHash = randomBytes(32);
    await request(keyHash).commitResponse(response('nothing to do'));
    const second = request(keyHash);
    await expect(second.commitResponse(response('again'))).rejects.toThrow();
    expect(second.earlierResponse).toEqual(response('nothing to do'));
  });

  it('does not begin after all where the verb goes on, and keeps no connection', async () => {
    const keyHash = randomBytes(32);
    await request(keyHash).commitResponse(response('first'));
    const repeated = request(keyHash);
    await expect(write(repeated, 'one')).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    await expect(write(repeated, 'two')).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(usedConnections()).toEqual([0, 0]);
    expect(await effects()).toEqual([]);
  });
});

it('rolls back after a failed statement and gives the connection back', async () => {
  const keyHash = randomBytes(32);
  const failing = request(keyHash);
  await failing.begin();
  await write(failing, 'undone');
  await expect(failing.db.query('select 1 / 0')).rejects.toThrow('division by zero');
  await failing.rollback();
  expect(await effects()).toEqual([]);
  await request(keyHash).begin();
});

it('survives the end of its connection between two statements', async () => {
  const keyHash = randomBytes(32);
  const broken = request(keyHash);
  await broken.begin();
  const { rows } = await broken.db.query<{ pid: number }>('select pg_backend_pid() as pid');
  await db.owner.query('select pg_terminate_backend($1, 10000)', [rows[0]?.pid]);
  await expect(write(broken, 'lost')).rejects.toThrow();
  await broken.rollback();
  const next = request(keyHash);
  await next.begin();
  await write(next, 'kept');
  await next.commitResponse(response('kept'));
  expect(await effects()).toEqual(['kept']);
});

it('rejects another request under its key', async () => {
  const keyHash = randomBytes(32);
  const first = request(keyHash);
  await first.begin();
  await first.commitResponse(response('first'));
  const other = new KeyedRequest({ teamDatabases, shareOwnerId: 'team', keyHash, requestHash: keyHash });
  open.push(other);
  await expect(other.begin()).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
});
