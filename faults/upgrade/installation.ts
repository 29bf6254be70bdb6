import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ServerProcess } from '../abuse/support/server-process.ts';
import { mapFreePorts, proxyPorts } from '../restart/proxies.ts';
import { type Row, rowOf } from '../row.ts';
import { createDatabase } from '../webhooks/support/create-database.ts';
import type { FaultContext } from '../webhooks/support/world.ts';

type Team = { teamId: string; projectId: string; apiKey: string };

/** A database and the processes on it, each of the version whose folder it is started from. */
export class Installation {
  readonly ownerUrl: string;
  readonly #url: string;
  readonly #folder: string;
  readonly #appSecret = randomBytes(32).toString('base64url');
  readonly #dropDatabase: () => Promise<unknown>;
  readonly #processes = new Map<string, ServerProcess>();
  /** A free port instead of each of `proxyPorts`, and of `metrics`. */
  readonly portOf: Record<string, number>;

  private constructor(parts: {
    ownerUrl: string;
    url: string;
    folder: string;
    portOf: Record<string, number>;
    dropDatabase: () => Promise<unknown>;
  }) {
    this.ownerUrl = parts.ownerUrl;
    this.#url = parts.url;
    this.#folder = parts.folder;
    this.portOf = parts.portOf;
    this.#dropDatabase = parts.dropDatabase;
  }

  static async create(context: FaultContext, folder: string): Promise<Installation> {
    const { drop, ...database } = await createDatabase(context, 'upgrade');
    const portOf = await mapFreePorts('metrics');
    return new Installation({ ...database, folder, portOf, dropDatabase: drop });
  }

  /** The step of an operator: `version` is a folder with the built programs. */
  migrate(version: string): void {
    execFileSync(process.execPath, [join(version, 'apps/api/dist/migrate.js')], {
      env: { ...this.#environment, DATABASE_OWNER_URL: this.ownerUrl },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  createTeam(version: string): Team {
    return this.#admin(version, ['team', 'create', 'Team']);
  }

  createPerson(version: string, { teamId }: Team): { email: string; password: string } {
    const email = 'ada@crewboard.test';
    return this.#admin(version, ['user', 'create', email, '--team', teamId, '--role', 'member']);
  }

  #admin<Output>(version: string, command: string[]): Output {
    const script = join(version, 'apps/api/src/cli/admin.ts');
    const output = execFileSync(process.execPath, [script, ...command, '--json'], {
      ...{ cwd: version, env: this.#environment, encoding: 'utf8' },
    });
    return JSON.parse(output);
  }

  startApi(index: number, version: string): Promise<void> {
    const port = String(this.portOf[proxyPorts.api[index] ?? '']);
    return this.#replace(`api-${index}`, version, {
      script: 'apps/api/dist/main.js',
      env: { API_PORT: port },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    });
  }

  /** A web server that calls the API with the index `api`. */
  startWeb(index: number, version: string, { api }: { api: number }): Promise<void> {
    const port = String(this.portOf[proxyPorts.web[index] ?? '']);
    return this.#replace(`web-${index}`, version, {
      script: 'apps/web/.next/standalone/apps/web/server.js',
      env: {
        ...{ PORT: port, HOSTNAME: '127.0.0.1', TRUST_PROXY: '127.0.0.1' },
        API_URL: `http://127.0.0.1:${this.portOf[proxyPorts.api[api] ?? '']}`,
        PUBLIC_URL: `http://127.0.0.1:${this.portOf[proxyPorts.proxy]}`,
      },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    });
  }

  startWorker(version: string): Promise<void> {
    const port = String(this.portOf.metrics);
    return this.#replace('worker', version, {
      script: 'apps/api/dist/worker.js',
      env: { METRICS_PORT: port },
      readyUrl: `http://127.0.0.1:${port}/metrics`,
    });
  }

  /** Starts a process of a former release on the migrated database, which must end. */
  tryToStart(version: string): Row {
    const script = join(version, 'apps/api/dist/main.js');
    const { status, stderr } = spawnSync(process.execPath, [script], {
      ...{ env: { ...this.#environment, API_PORT: '0' }, encoding: 'utf8', timeout: 30_000 },
    });
    const message = 'A newer version of Crewboard has migrated this database';
    return rowOf('start of the former version', 'ends with 1 and the reason', `${status}: ${stderr.trim()}`, {
      'it ends with 1': status === 1,
      'it gives the reason': stderr.includes(message),
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((each) => each.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#dropDatabase();
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' },
      ...{ DATABASE_URL: this.#url, APP_SECRET: this.#appSecret, SHUTDOWN_DELAY_SECONDS: '5' },
      ...{ WEBHOOK_DELIVERY: 'worker', WEBHOOK_ALLOW: '127.0.0.0/8' },
    };
  }

  async #replace(
    name: string,
    version: string,
    { script, env, readyUrl }: { script: string; env: Record<string, string>; readyUrl: string },
  ): Promise<void> {
    await this.#processes.get(name)?.stop();
    const started = await ServerProcess.start({
      script: join(version, script),
      env: { ...this.#environment, ...env },
      readyUrl,
      logFile: join(this.#folder, `${name}.log`),
    });
    this.#processes.set(name, started);
  }
}
