import { Agent } from 'undici';
import { type AllowList, allows, type Destination, ruleFor, writeAllowRule } from './allow-list.ts';
import { exchange, type Outcome } from './exchange.ts';
import { readTarget } from './target-url.ts';
import { AddressNotPublic, vettedAddresses } from './vetted-addresses.ts';
import { vettedConnector } from './vetted-connector.ts';

export type { Outcome } from './exchange.ts';

export type OutboundOptions = {
  /** For everybody. */
  allow: AllowList;
  /** By default those of the system. */
  dnsServers?: string[];
  /** DNS, TCP and TLS together. */
  connectTimeoutMs: number;
  /** From the beginning to the status of the answer; what is missing of its body then is left out. */
  responseTimeoutMs: number;
};

/** A URL is saved although its name cannot be resolved in this time: every connect checks it anyway. */
const resolveAtSavingMs = 2_000;

/** Short, since a receiver may close a connection at the very moment when it is used again. */
const keepAliveMs = 5_000;

export type OutboundRequest = {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** What the team may reach besides, as it is now. */
  teamAllow?: AllowList;
  signal?: AbortSignal;
};

/** `allowRule` would allow the destination; absent when the URL itself is not acceptable. */
export type BlockedUrl = { reason: string; allowRule?: string };

const none: AllowList = [];

/**
 * The only way out to URLs that people entered: never to an address that is not public, unless it is allowed for
 * everybody (`options.allow`) or for the team of this very request (`teamAllow`).
 */
export class Outbound {
  readonly #options: OutboundOptions;
  readonly #agent: Agent;
  readonly #running = new Set<Promise<Outcome>>();

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#agent = this.#createAgent(options.allow);
  }

  /**
   * Why this URL may not be called, or undefined when nothing speaks against it. It does not tell the address: that
   * would let callers read the names of the internal network.
   */
  async checkUrl(url: string, teamAllow = none): Promise<BlockedUrl | undefined> {
    const target = readTarget(url);
    if (typeof target === 'string') return { reason: target };
    const allow = [...this.#options.allow, ...teamAllow];
    if (isAllowedByName(target, allow)) return undefined;
    try {
      await vettedAddresses(target, { ...this.#options, allow, withinMs: resolveAtSavingMs });
    } catch (error) {
      if (!(error instanceof AddressNotPublic)) return undefined;
      return { reason: 'leads to an address that is not public', allowRule: writeAllowRule(ruleFor(target)) };
    }
    return undefined;
  }

  /** One POST: no redirects followed, never rejects: what went wrong is in the outcome. */
  async post({ teamAllow = none, ...request }: OutboundRequest): Promise<Outcome> {
    const target = readTarget(request.url);
    if (typeof target === 'string') return { latencyMs: 0, statusCode: null, error: `The URL ${target}.` };
    const rules = teamAllow.filter((rule) => mayConcern(rule, target));
    const sending = this.#exchange({ ...request, url: target.url }, rules);
    this.#running.add(sending);
    return sending.finally(() => this.#running.delete(sending));
  }

  /** A connection that a team's rules allow serves this one request: kept open, it would serve other teams too. */
  async #exchange(request: Parameters<typeof exchange>[1], rules: AllowList): Promise<Outcome> {
    if (rules.length === 0) return exchange(this.#agent, request, this.#options);
    const agent = this.#createAgent([...this.#options.allow, ...rules]);
    const outcome = await exchange(agent, request, this.#options);
    await agent.destroy();
    return outcome;
  }

  #createAgent(allow: AllowList): Agent {
    return new Agent({
      connect: vettedConnector({ ...this.#options, allow, withinMs: this.#options.connectTimeoutMs }),
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    });
  }

  /** Waits for what is being sent, then ends all connections. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
    await this.#agent.destroy();
  }
}

/** What an allowed host name resolves to makes no difference. */
const isAllowedByName = (target: Destination, allow: AllowList): boolean =>
  allow.some((rule) => typeof rule.host === 'string' && allows(rule, '', target));

/** Rules for other ports and names never decide; whether a network does is known once the name is resolved. */
const mayConcern = (rule: AllowList[number], target: Destination): boolean =>
  typeof rule.host === 'string' ? allows(rule, '', target) : (rule.port ?? target.port) === target.port;
