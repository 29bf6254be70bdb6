import { setTimeout as sleep } from 'node:timers/promises';
import { TaskPriority, type TaskState } from '@crewboard/contracts';
import type { ChangeNotifier } from '@crewboard/db';
import { z } from 'zod';
import { maxPayloadBytes, readPayload } from '#src/process-messages.ts';
import type { WaitingAgents } from './waiting-agents.ts';
import type { Offer } from './waiting-request.ts';

/** The channel between processes. An empty payload, or one that cannot be read: look yourself. */
export const arrivalsChannel = 'crewboard_arrivals';

/** At most one notification in this time, however many tasks there are. */
const minPublishIntervalMs = 20;

/** The sweeper looks by itself after this time at the latest. */
const soonMs = 10_000;

/** Tasks that any waiting agent of this filter may get. */
type Arrival = {
  teamId: string;
  projectId: string;
  priority: TaskPriority;
  agentId: string | null;
  exceptAgentIds: readonly string[];
};

/** The agents that it is not for are only there where there are some: earlier versions cannot read them. */
const Arrivals = z.array(
  z.tuple([
    z.string(),
    z.string(),
    TaskPriority,
    z.string().nullable(),
    z.int().positive(),
    z.array(z.string()).optional(),
  ]),
);

/** What another process published; undefined where it does not say, or a later version says it in another way. */
export const readArrivals = (payload: string): z.output<typeof Arrivals> | undefined =>
  readPayload(Arrivals, payload);

/** Tells waiting agents of tasks that have become claimable, after the commit: first here, else in other processes. */
export class TaskArrivals {
  /** Called when a task comes into the queue by itself, so soon that the sweeper would be late. */
  onSoon = () => {};
  readonly #changeNotifier: ChangeNotifier;
  readonly #waitingAgents: WaitingAgents;
  /** Not sent yet: how many of each kind. */
  #countByArrival = new Map<string, number>();
  #publishing: Promise<void> | undefined;

  constructor(changeNotifier: ChangeNotifier, waitingAgents: WaitingAgents) {
    this.#changeNotifier = changeNotifier;
    this.#waitingAgents = waitingAgents;
  }

  /** Hears of the tasks that come in other processes, until the returned function is called. */
  listen(): () => void {
    return this.#changeNotifier.subscribe(arrivalsChannel, (payload) => this.#receive(payload));
  }

  /** Takes a task after any change of it. Tasks that are not in the queue wake nobody. */
  report(teamId: string, task: TaskState): void {
    if (!task.inQueue) {
      if (isSoon(task)) this.onSoon();
      return;
    }
    const { projectId, priority, assignedAgentId: agentId, releasedBy } = task;
    const arrival = { teamId, projectId, priority, agentId, exceptAgentIds: releasedBy ?? [] };
    this.#waitingAgents.offer({ ...toOffer(arrival), onUntaken: () => this.#publishSoon(arrival) });
  }

  #publishSoon({ teamId, projectId, priority, agentId, exceptAgentIds }: Arrival): void {
    const key = JSON.stringify([teamId, projectId, priority, agentId, exceptAgentIds]);
    this.#countByArrival.set(key, (this.#countByArrival.get(key) ?? 0) + 1);
    this.#publishing ??= this.#publish();
  }

  async #publish(): Promise<void> {
    // Tasks of the same turn share a notification.
    await Promise.resolve();
    while (this.#countByArrival.size > 0) {
      const arrivals = [...this.#countByArrival].map(([key, count]) => {
        const [teamId, projectId, priority, agentId, except] = JSON.parse(key);
        return [teamId, projectId, priority, agentId, count, ...(except.length > 0 ? [except] : [])];
      });
      this.#countByArrival = new Map();
      const payload = JSON.stringify(arrivals);
      const fits = Buffer.byteLength(payload) <= maxPayloadBytes;
      await this.#changeNotifier.publish(arrivalsChannel, fits ? payload : '');
      await sleep(minPublishIntervalMs, undefined, { ref: false });
    }
    this.#publishing = undefined;
  }

  #receive(payload: string): void {
    for (const [teamId, projectId, priority, agentId, count, exceptAgentIds = []] of readArrivals(payload) ??
      []) {
      this.#waitingAgents.offer(toOffer({ teamId, projectId, priority, agentId, exceptAgentIds }), count);
    }
  }
}

const isSoon = ({ checkAt, leaseExpiresAt }: TaskState) =>
  checkAt !== null && leaseExpiresAt === null && Date.parse(checkAt) - Date.now() < soonMs;

/** For those who wait at the queue of the project or the team, for this priority or for any. */
const toOffer = ({ teamId, projectId, priority, agentId, exceptAgentIds }: Arrival): Offer => ({
  queues: [
    { teamId, projectId, priority },
    { teamId, projectId, priority: null },
    { teamId, projectId: null, priority },
    { teamId, projectId: null, priority: null },
  ],
  agentId,
  exceptAgentIds,
});
