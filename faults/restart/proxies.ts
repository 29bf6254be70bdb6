import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '../../e2e/service/free-ports.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { waitUntil } from '../webhooks/support/wait.ts';

export type ProxyName = 'haproxy' | 'nginx';

export const isInstalled = (name: ProxyName): boolean => spawnSync(name, ['-v']).status === 0;

const files = { haproxy: 'deploy/haproxy.cfg', nginx: 'deploy/nginx.conf' };
const argumentsOf = (name: ProxyName, folder: string): string[] =>
  name === 'haproxy'
    ? ['-db', '-f', join(folder, 'config')]
    : ['-p', folder, '-c', join(folder, 'config'), '-e', 'stderr', '-g', 'daemon off; pid nginx.pid;'];

/** The ports in the configuration of the proxies. */
export const proxyPorts = { api: ['4000', '4001'], web: ['3000', '3001'], proxy: '8080' };

/** A free port instead of each of `proxyPorts`, and of each other name. */
export async function mapFreePorts(...others: string[]): Promise<Record<string, number>> {
  const names = [...proxyPorts.api, ...proxyPorts.web, proxyPorts.proxy, ...others];
  const free = await findFreePorts(names.length);
  return Object.fromEntries(free.map((port, index) => [names[index], port]));
}

/** A proxy with its configuration in `deploy`, on other ports. */
export class ReverseProxy {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  /**
   * `portOf` comes from `mapFreePorts`. Resolves once a process is reached through the proxy. HAProxy repeats no
   * request unless `isAsDeployed`, so that no failure is hidden. Nginx repeats those that it does by default.
   */
  static async start(
    name: ProxyName,
    portOf: Record<string, number>,
    { isAsDeployed = false } = {},
  ): Promise<ReverseProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'crewboard-proxy-'));
    const deployed = (await readFile(join(projectRoot, files[name]), 'utf8')).replaceAll(
      /(?<=127\.0\.0\.1:)\d+/g,
      (port) => String(portOf[port]),
    );
    const withoutRetries = deployed
      .replace(/^ *retries .*$/m, 'retries 0')
      .replace(/^ *option redispatch$/m, '');
    await writeFile(join(folder, 'config'), isAsDeployed ? deployed : withoutRetries);
    const child = spawn(name, argumentsOf(name, folder), { stdio: ['ignore', 'inherit', 'inherit'] });
    const end = () => void child.kill('SIGTERM');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    const url = `http://127.0.0.1:${portOf[proxyPorts.proxy]}`;
    const proxy = new ReverseProxy(url, child, folder);
    const isReached = async () => (await fetch(`${url}/llms.txt`)).ok;
    const hasEnded = () => child.exitCode !== null;
    await waitUntil(`${name} reaches a process`, async () => hasEnded() || (await isReached()));
    if (hasEnded()) throw new Error(`${name} ended with code ${child.exitCode}`);
    return proxy;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
