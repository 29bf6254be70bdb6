import { setTimeout as sleep } from 'node:timers/promises';
import { TaskPriority, type TaskState } from '@crewboard/contracts';
import type { ChangeNotifier } from '@crewboard/db';
import { z } from 'zod';
import { maxPayloadBytes, readPayload } from '#src/process-messages.ts';
import type { WaitingAgents } from './waiting-agents.ts';
import type { Offer } from './waiting-request.ts';

/** The channel between processes. After an empty or unreadable payload, a process looks into the queue itself. */
export const arrivalsChannel = 'crewboard_arrivals';

/** The minimum time between two notifications. */
const minPublishIntervalMs = 20;

/** The sweeper runs at least this often without being woken: it comes too late only for tasks that are due before. */
const soonMs = 10_000;

/** Tasks that any waiting agent of this filter may get. */
type Arrival = {
  teamId: string;
  projectId: string;
  priority: TaskPriority;
  agentId: string | null;
  exceptAgentIds: readonly string[];
};

/** A message has `exceptAgentIds` only if there are some, because earlier versions cannot read them. */
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

/**
 * The arrivals that another process has published; undefined for an empty payload, or for the format of a later
 * version.
 */
export const readArrivals = (payload: string): z.output<typeof Arrivals> | undefined =>
  readPayload(Arrivals, payload);

/**
 * Wakes agents that wait for a task, after the commit that made a task claimable: first agents of this process, then
 * those of others.
 */
export class TaskArrivals {
  /** Called for a task that comes into the queue so soon that the sweeper must be woken for it. */
  onDueSoon = () => {};
  readonly #changeNotifier: ChangeNotifier;
  readonly #waitingAgents: WaitingAgents;
  /** The arrivals that are not published yet, by their JSON. */
  #countByArrival = new Map<string, number>();
  #publishing: Promise<void> | undefined;

  constructor(changeNotifier: ChangeNotifier, waitingAgents: WaitingAgents) {
    this.#changeNotifier = changeNotifier;
    this.#waitingAgents = waitingAgents;
  }

  /** Receives arrivals of other processes, until the returned function is called. */
  listen(): () => void {
    return this.#changeNotifier.subscribe(arrivalsChannel, (payload) => this.#receive(payload));
  }

  /** Call it after any change of a task: a task that is not in the queue wakes nobody. */
  report(teamId: string, task: TaskState): void {
    if (!task.inQueue) {
      if (isDueSoon(task)) this.onDueSoon();
      return;
    }
    const { projectId, priority, assignedAgentId: agentId, releasedBy } = task;
    const arrival = { teamId, projectId, priority, agentId, exceptAgentIds: releasedBy ?? [] };
    this.#waitingAgents.offer({ ...toOffer(arrival), onUntaken: () => this.#publishLater(arrival) });
  }

  #publishLater({ teamId, projectId, priority, agentId, exceptAgentIds }: Arrival): void {
    const key = JSON.stringify([teamId, projectId, priority, agentId, exceptAgentIds]);
    this.#countByArrival.set(key, (this.#countByArrival.get(key) ?? 0) + 1);
    this.#publishing ??= this.#publish();
  }

  async #publish(): Promise<void> {
    // Arrivals of the same turn of the event loop share a notification.
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

const isDueSoon = ({ checkAt, leaseExpiresAt }: TaskState) =>
  checkAt !== null && leaseExpiresAt === null && Date.parse(checkAt) - Date.now() < soonMs;

/** Offers the task to requests that wait at the queue of its project or of its team, for its priority or for any. */
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
