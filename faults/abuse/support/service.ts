import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '../../../e2e/service/free-ports.ts';
import { readSettings } from '../../../scripts/supervisor/settings.mjs';
import { type Memory, ServerProcess } from './server-process.ts';

/**
 * `api`: the API alone; `unlimited`: the same without limits per minute; `replicas`: two processes of it; `web`: one
 * with the web server; `proxy`: the same with `TRUST_PROXY` set to one address.
 */
export type ServiceKind = 'api' | 'unlimited' | 'replicas' | 'web' | 'proxy';

/** The URLs of the service, for an attacker's process. The kind `replicas` has two `apiUrls`. */
export type Target = { apiUrl: string; apiUrls: string[]; webUrl: string; appSecret: string };

/** The only address whose X-Forwarded-For counts in a service of the kind `proxy`. */
export const trustedProxy = '127.0.9.9';
const webServerScript = 'apps/web/.next/standalone/apps/web/server.js';

/** The API, and the web server if needed, as `npm start` runs them: default settings, real processes. */
export class Service {
  readonly target: Target;
  /** In the order of the URLs; the web server last. */
  readonly servers: ServerProcess[] = [];
  readonly #folder: string;

  private constructor(target: Target, folder: string) {
    this.target = target;
    this.#folder = folder;
  }

  static async start(kind: ServiceKind, databaseUrl: string): Promise<Service> {
    const folder = await mkdtemp(join(tmpdir(), 'crewboard-abuse-'));
    const [apiPort, otherApiPort, webPort] = await findFreePorts(3);
    const appSecret = randomBytes(32).toString('base64url');
    const apiUrl = `http://127.0.0.1:${apiPort}`;
    const apiUrls = kind === 'replicas' ? [apiUrl, `http://127.0.0.1:${otherApiPort}`] : [apiUrl];
    const webUrl = `http://127.0.0.1:${webPort}`;
    const shared = {
      NODE_ENV: 'production' as const,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      APP_SECRET: appSecret,
      TRUST_PROXY: kind === 'proxy' ? trustedProxy : '',
      ...(kind === 'unlimited' && { RATE_LIMIT_PER_MINUTE: '0' }),
    };
    // The default of `npm start` besides its embedded database.
    const WEBHOOK_ALLOW = readSettings({ NODE_ENV: 'production' }).webhookAllow;
    const service = new Service({ apiUrl, apiUrls, webUrl, appSecret }, folder);
    try {
      for (const url of apiUrls) {
        await service.#start({
          script: 'apps/api/src/main.ts',
          env: { ...shared, DATABASE_URL: databaseUrl, API_PORT: new URL(url).port, WEBHOOK_ALLOW },
          readyUrl: `${url}/readyz`,
        });
      }
      if (kind === 'web' || kind === 'proxy') {
        await service.#start({
          script: webServerScript,
          env: { ...shared, API_URL: apiUrl, PORT: String(webPort), HOSTNAME: '127.0.0.1' },
          readyUrl: `${webUrl}/sign-in`,
        });
      }
      return service;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  async #start(options: { script: string; env: NodeJS.ProcessEnv; readyUrl: string }): Promise<void> {
    const logFile = join(this.#folder, `${this.servers.length}.log`);
    this.servers.push(await ServerProcess.start({ ...options, logFile }));
  }

  get ended(): string | undefined {
    return this.servers.find(({ ended }) => ended)?.ended;
  }

  /** The memory of all its processes, in bytes. */
  async memory(): Promise<Memory> {
    const all = await Promise.all(this.servers.map((server) => server.memory()));
    const sum = (key: keyof Memory) => all.reduce((total, memory) => total + memory[key], 0);
    return { heap: sum('heap'), rss: sum('rss'), peakRss: sum('peakRss') };
  }

  get logBytes(): number {
    return this.servers.reduce((total, { logBytes }) => total + logBytes, 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}
