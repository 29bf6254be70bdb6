import { Agent } from 'undici';
import type { AllowList } from './allow-list.ts';
import { exchange, type Outcome } from './exchange.ts';
import { readTarget } from './target-url.ts';
import { AddressNotPublic, vettedAddresses } from './vetted-addresses.ts';
import { vettedConnector } from './vetted-connector.ts';

export type { Outcome } from './exchange.ts';

export type OutboundOptions = {
  allow: AllowList;
  /** By default those of the system. */
  dnsServers?: string[];
  /** DNS, TCP and TLS together. */
  connectTimeoutMs: number;
  /** From the beginning to the status of the answer; what is missing of its body then is left out. */
  answerTimeoutMs: number;
};

/** A URL is saved although its name cannot be resolved in this time: every connect checks it anyway. */
const resolveAtSavingMs = 2_000;

/** Short, since a receiver may close a connection at the very moment when it is used again. */
const keepAliveMs = 5_000;

/** The only way out to URLs that people entered: never to an address that is not public, unless allowed. */
export class Outbound {
  readonly #options: OutboundOptions;
  readonly #agent: Agent;
  readonly #running = new Set<Promise<Outcome>>();

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#agent = new Agent({
      connect: vettedConnector({ ...options, withinMs: options.connectTimeoutMs }),
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    });
  }

  /**
   * In words for a person, why this URL may not be called, or undefined when nothing speaks against it. It does
   * not tell the address: that would let callers read the names of the internal network.
   */
  async refusalOf(url: string): Promise<string | undefined> {
    const target = readTarget(url);
    if (typeof target === 'string') return target;
    if (this.#options.allow.hosts.has(target.hostName)) return undefined;
    try {
      await vettedAddresses(target.hostName, { ...this.#options, withinMs: resolveAtSavingMs });
    } catch (error) {
      if (!(error instanceof AddressNotPublic)) return undefined;
      return 'leads to an address that is not public; the operator can allow it with WEBHOOK_ALLOW';
    }
    return undefined;
  }

  /** One POST: no redirects followed, never rejects: what went wrong is in the outcome. */
  async post(request: {
    url: string;
    headers: Record<string, string>;
    body: string | Buffer;
    signal?: AbortSignal;
  }): Promise<Outcome> {
    const target = readTarget(request.url);
    if (typeof target === 'string') return { latencyMs: 0, statusCode: null, error: `The URL ${target}.` };
    const sending = exchange(this.#agent, { ...request, url: target.url }, this.#options);
    this.#running.add(sending);
    return sending.finally(() => this.#running.delete(sending));
  }

  /** Waits for what is being sent, then ends all connections. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
    await this.#agent.destroy();
  }
}
