import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '../../../e2e/service/free-ports.ts';
import { readSettings } from '../../../scripts/supervisor/settings.mjs';
import { type Memory, ServerProcess } from './server-process.ts';

/** `api`: the API alone; `web`: with the web server; `proxy`: both with `TRUST_PROXY` set to one address. */
export type ServiceKind = 'api' | 'web' | 'proxy';

/** Where the service is, as an attacker's process is told. */
export type Target = { apiUrl: string; webUrl: string; appSecret: string };

/** The only address whose X-Forwarded-For counts in a service of the kind `proxy`. */
export const trustedProxy = '127.0.9.9';
export const webServerScript = 'apps/web/.next/standalone/apps/web/server.js';

/** The API, and the web server where it is needed, as `npm start` runs them: its default settings, real processes. */
export class Service {
  readonly target: Target;
  readonly #servers: ServerProcess[];
  readonly #folder: string;

  private constructor(target: Target, servers: ServerProcess[], folder: string) {
    this.target = target;
    this.#servers = servers;
    this.#folder = folder;
  }

  static async start(kind: ServiceKind, databaseUrl: string): Promise<Service> {
    const folder = await mkdtemp(join(tmpdir(), 'crewboard-abuse-'));
    const [apiPort, webPort] = await findFreePorts(2);
    const appSecret = randomBytes(32).toString('base64url');
    const apiUrl = `http://127.0.0.1:${apiPort}`;
    const webUrl = `http://127.0.0.1:${webPort}`;
    const shared = {
      NODE_ENV: 'production' as const,
      APP_SECRET: appSecret,
      TRUST_PROXY: kind === 'proxy' ? trustedProxy : '',
    };
    const servers: ServerProcess[] = [];
    const service = new Service({ apiUrl, webUrl, appSecret }, servers, folder);
    try {
      servers.push(
        await ServerProcess.start({
          script: 'apps/api/src/main.ts',
          env: {
            ...shared,
            DATABASE_URL: databaseUrl,
            API_PORT: String(apiPort),
            // What `npm start` allows by default beside its embedded database.
            WEBHOOK_ALLOW: readSettings({ NODE_ENV: 'production' }).webhookAllow,
          },
          readyUrl: `${apiUrl}/readyz`,
          logFile: join(folder, 'api.log'),
        }),
      );
      if (kind === 'api') return service;
      servers.push(
        await ServerProcess.start({
          script: webServerScript,
          env: { ...shared, API_URL: apiUrl, PORT: String(webPort), HOSTNAME: '127.0.0.1' },
          readyUrl: `${webUrl}/sign-in`,
          logFile: join(folder, 'web.log'),
        }),
      );
      return service;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  get ended(): string | undefined {
    return this.#servers.find(({ ended }) => ended)?.ended;
  }

  /** Of all its processes together, in bytes. */
  async memory(): Promise<Memory> {
    const all = await Promise.all(this.#servers.map((server) => server.memory()));
    const sum = (key: keyof Memory) => all.reduce((total, memory) => total + memory[key], 0);
    return { heap: sum('heap'), rss: sum('rss'), peakRss: sum('peakRss') };
  }

  get logBytes(): number {
    return this.#servers.reduce((total, { logBytes }) => total + logBytes, 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}
