import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minLeaseSeconds } from '@crewboard/contracts';
import { type Database, openDatabase, prepareDatabase } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { createClient } from '@crewboard/sdk';
import { createTeam } from '../../../apps/api/src/features/teams/create-team.ts';
import { findFreePorts } from '../../../e2e/service/free-ports.ts';
import { type Postgres, startPostgres } from '../../webhooks/support/postgres.ts';
import { clockOf, clockOffset } from '../clients/record-calls.ts';
import type { Control, Gateway } from '../controls/control.ts';
import { type History, maxAttempts, type Reason } from '../history.ts';
import { ApiProcess } from './api-process.ts';
import { ClientProcess } from './client-process.ts';
import { Outages } from './outages.ts';
import { readHistory } from './read-history.ts';
import { readReasons } from './read-reasons.ts';
import { shortenedByMs, shortenLeases } from './short-leases.ts';

export type WorldSize = {
  processes: number;
  agentsPerProcess: number;
  /** The maximum of the random time between two operations of a client, in milliseconds. */
  thinkMs: number;
  /** The share of requests whose connection is cut, so that the client loses the response. */
  lostShare: number;
  /** Leases last the requested time divided by this. */
  leaseDivisor: number;
};

type Team = { teamId: string; projectId: string; apiKey: string };
type Agent = { id: string; token: string };

/** PostgreSQL, two processes of the API, and processes of agents that use them. `close` ends all of them. */
export class World {
  readonly apis: ApiProcess[] = [];
  readonly clients: ClientProcess[] = [];
  readonly folder: string;
  readonly outages: Outages;
  readonly #offset = clockOffset();
  readonly #cleanUps: (() => Promise<unknown>)[] = [];
  #postgres: Postgres | undefined;
  #owner: Database | undefined;
  #isDatabaseUp = true;
  #teamId = '';
  readonly #reasons: Reason[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.outages = new Outages(clockOf(this.#offset));
  }

  static async start(size: WorldSize, seed: number, control?: Control): Promise<World> {
    const world = new World(await mkdtemp(join(tmpdir(), 'crewboard-history-')));
    try {
      await world.#start(size, seed, control);
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  async #start(size: WorldSize, seed: number, control?: Control): Promise<void> {
    const postgres = await startPostgres();
    this.#postgres = postgres;
    this.#cleanUps.push(() => postgres.remove());
    await prepareDatabase(postgres);
    // Without timeouts: it reads all that has happened, beside everything else.
    const owner = openTestDatabase(postgres.ownerUrl, { maxConnections: 2 });
    this.#owner = owner;
    this.#cleanUps.push(() => owner.close());
    await shortenLeases(owner, size.leaseDivisor);
    await control?.prepare?.(owner);
    await this.#startApis(postgres.url);
    const team = await createTeam({ ctx: { db: owner }, input: { name: 'Team' } });
    this.#teamId = team.teamId;
    const agents = await this.#createAgents(team, size.processes * size.agentsPerProcess);
    const urls = control?.openGateway
      ? await this.#openGateways(control.openGateway, postgres.url, agents)
      : this.apis.map(({ url }) => url);
    for (let slot = 0; slot < size.processes; slot += 1) {
      this.clients.push(this.#startClients({ slot, seed, size, team, agents, urls }));
    }
    this.#cleanUps.push(() => Promise.all(this.clients.map((client) => client.kill())));
  }

  async #startApis(databaseUrl: string): Promise<void> {
    const appSecret = randomBytes(32).toString('base64url');
    for (const [index, port] of (await findFreePorts(2)).entries()) {
      const logFile = join(this.folder, `api-${index}.log`);
      const options = { url: `http://127.0.0.1:${port}`, databaseUrl, appSecret, logFile };
      this.apis.push(new ApiProcess(options, () => this.#noteOutage()));
    }
    this.#cleanUps.push(() => Promise.all(this.apis.map((api) => api.stop())));
    await Promise.all(this.apis.map((api) => api.start()));
  }

  async #createAgents({ teamId, projectId, apiKey: token }: Team, count: number): Promise<Agent[]> {
    const client = createClient({ url: this.apis[0]?.url ?? '', token });
    await client.projects.update({ projectId, maxAttempts });
    const create = (_: unknown, index: number) =>
      client.agents.create({ teamId, name: `Agent ${index + 1}` });
    const agents = await Promise.all(Array.from({ length: count }, create));
    return agents.map(({ id, token }) => ({ id, token }));
  }

  async #openGateways(open: NonNullable<Control['openGateway']>, databaseUrl: string, agents: Agent[]) {
    const agentIdByToken = new Map(agents.map(({ id, token }) => [token, id]));
    const db = openDatabase(databaseUrl);
    this.#cleanUps.push(() => db.close());
    const gateways: Gateway[] = [];
    for (const { url } of this.apis) gateways.push(await open({ url, db, agentIdByToken }));
    this.#cleanUps.push(() => Promise.all(gateways.map((gateway) => gateway.close())));
    return gateways.map(({ url }) => url);
  }

  #startClients({ slot, seed, size, team, agents, urls }: Slot): ClientProcess {
    const { agentsPerProcess, thinkMs, lostShare, leaseDivisor } = size;
    const leaseShortenedByMs = shortenedByMs(minLeaseSeconds, leaseDivisor);
    return new ClientProcess((incarnation) => ({
      ...{ urls, team, thinkMs, lostShare, leaseSeconds: minLeaseSeconds, leaseShortenedByMs },
      givesUp: true,
      clockOffset: this.#offset,
      agents: agents.slice(slot * agentsPerProcess, (slot + 1) * agentsPerProcess),
      agentIds: agents.map(({ id }) => id),
      file: join(this.folder, `${slot}-${incarnation}.jsonl`),
      name: `${slot}.${incarnation}`,
      // Far apart, because each agent of the process adds its number.
      seed: seed + slot * 1_000_000 + incarnation * 1_000,
    }));
  }

  /** Reads why tasks stand still, beside all that goes on. */
  async readReasons(): Promise<void> {
    if (this.#owner) this.#reasons.push(...(await readReasons(this.#owner, this.#teamId)));
  }

  /** Kills PostgreSQL and starts it again. */
  async crashDatabase(): Promise<void> {
    this.#isDatabaseUp = false;
    this.#noteOutage();
    await this.#postgres?.kill();
    await this.#postgres?.startAgain();
    this.#isDatabaseUp = true;
    this.#noteOutage();
  }

  #noteOutage(): void {
    this.outages.set(!this.#isDatabaseUp || this.apis.every(({ isUp }) => !isUp));
  }

  /** Ends the clients, lets the API finish, and reads what is left. */
  async finish(): Promise<History> {
    const failures = this.clients.flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0) throw new Error(failures.join(' '));
    await Promise.all(this.clients.map((client) => client.kill()));
    await Promise.all(this.apis.map((api) => api.stop()));
    if (!this.#owner) throw new Error('The world has not started.');
    this.#reasons.push(...(await readReasons(this.#owner, this.#teamId)));
    return readHistory(this.#owner, this.folder, this.#reasons);
  }

  /** `keepRecords`: leaves the folder with what the clients recorded. */
  async close({ keepRecords = false } = {}): Promise<void> {
    for (const cleanUp of this.#cleanUps.splice(0).reverse()) await cleanUp();
    if (!keepRecords) await rm(this.folder, { recursive: true, force: true });
  }
}

/** A process of clients. After a crash, the next process of the slot (its next incarnation) has the same agents. */
type Slot = { slot: number; seed: number; size: WorldSize; team: Team; agents: Agent[]; urls: string[] };
