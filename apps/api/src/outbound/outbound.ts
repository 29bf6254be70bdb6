import { Agent } from 'undici';
import { type AllowList, allows, type Destination, ruleFor, writeAllowRule } from './allow-list.ts';
import { createVettedConnector } from './create-vetted-connector.ts';
import { type ExchangeTiming, exchange, type Outcome } from './exchange.ts';
import { defaultDnsTimeoutMs, type NameOptions } from './resolve-name.ts';
import { AddressNotPublic, resolveVettedAddresses } from './resolve-vetted-addresses.ts';
import { readTarget } from './target-url.ts';

export type { Outcome } from './exchange.ts';

export type OutboundOptions = ExchangeTiming & {
  /** For all teams. */
  allow: AllowList;
} & Pick<NameOptions, 'dnsServers' | 'dnsTimeoutMs'>;

/** Short, because a receiver may close an idle connection at the moment of its next use. */
const keepAliveMs = 5_000;

export type OutboundRequest = {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** The destinations that the team may currently reach besides public addresses. */
  teamAllow?: AllowList;
  signal?: AbortSignal;
};

/** Why a URL is blocked, and the rule that would allow it. No rule can allow a URL that is invalid itself. */
export type BlockedUrl = { reason: string; allowRule?: string };

const noRules: AllowList = [];

/**
 * Sends all requests to URLs that people entered, so that nobody can reach the internal network through them (SSRF). It
 * connects to public addresses, and to others only if they are allowed for all teams (`options.allow`) or for the team
 * of the request (`teamAllow`).
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
   * Resolves to the reason why this URL may not be called, or to undefined. The reason omits the address, because it
   * would disclose the internal network. A URL whose name DNS does not resolve in time is accepted: every connection
   * checks the addresses again.
   */
  async checkUrl(url: string, teamAllow = noRules): Promise<BlockedUrl | undefined> {
    const target = readTarget(url);
    if (typeof target === 'string') return { reason: target };
    const allow = [...this.#options.allow, ...teamAllow];
    if (isAllowedByName(target, allow)) return undefined;
    const timeoutMs = this.#options.dnsTimeoutMs ?? defaultDnsTimeoutMs;
    try {
      await resolveVettedAddresses(target, { ...this.#options, allow, timeoutMs });
    } catch (error) {
      if (!(error instanceof AddressNotPublic)) return undefined;
      return { reason: 'leads to an address that is not public', allowRule: writeAllowRule(ruleFor(target)) };
    }
    return undefined;
  }

  /** Sends one POST and follows no redirects. Never rejects: errors are in the outcome. */
  async post({ teamAllow = noRules, ...request }: OutboundRequest): Promise<Outcome> {
    const target = readTarget(request.url);
    if (typeof target === 'string') return { latencyMs: 0, statusCode: null, error: `The URL ${target}.` };
    const rules = teamAllow.filter((rule) => canApply(rule, target));
    const sending = this.#exchange({ ...request, url: target.url }, rules);
    this.#running.add(sending);
    return sending.finally(() => this.#running.delete(sending));
  }

  /** Closes a connection that needs a team's rules after the request: otherwise other teams could use it. */
  async #exchange(request: Parameters<typeof exchange>[1], rules: AllowList): Promise<Outcome> {
    if (rules.length === 0) return exchange(this.#agent, request, this.#options);
    const agent = this.#createAgent([...this.#options.allow, ...rules]);
    const outcome = await exchange(agent, request, this.#options);
    await agent.destroy();
    return outcome;
  }

  #createAgent(allow: AllowList): Agent {
    return new Agent({
      connect: createVettedConnector({ ...this.#options, allow, timeoutMs: this.#options.connectTimeoutMs }),
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    });
  }

  /** Waits for running requests, then closes all connections. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
    await this.#agent.destroy();
  }
}

/** Whether a rule allows the host name of the target: such a name may resolve to any address. */
const isAllowedByName = (target: Destination, allow: AllowList): boolean =>
  allow.some((rule) => typeof rule.host === 'string' && allows(rule, '', target));

/** Whether the rule can apply to the target: networks are compared once the name is resolved. */
const canApply = (rule: AllowList[number], target: Destination): boolean =>
  typeof rule.host === 'string' ? allows(rule, '', target) : (rule.port ?? target.port) === target.port;
