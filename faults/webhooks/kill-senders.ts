import type { Socket } from 'node:net';
import { type Arrival, accept, Receiver } from './support/receiver.ts';
import { becomesTrue, waitUntil } from './support/wait.ts';
import type { WorkerProcess } from './support/worker-process.ts';
import { type Delivery, type FaultContext, World } from './support/world.ts';

/** When a sender is killed: at the connection, or after the request was read without a response. */
export type Moment = 'before it is read' | 'after it is read';
export type KillSize = { kills: number; lanes: number };

/** A task whose first request was killed. */
export type KilledSending = {
  taskId: string;
  /** How many bytes the receiver had read from the connection of the killed process. */
  bytesRead: number;
  arrivals: Arrival[];
  deliveries: Delivery[];
  /** From the death of the sender to the arrival from another process. */
  outageMs: number;
};

// The lease of the dead process (10 s), the start of the new one, and readers of the log wait for all that runs
// beside them.
const takeOverTimeoutMs = 60_000;

/**
 * Kills the sending process at this moment of a request, repeatedly, in parallel lanes with a database and processes of
 * their own: most of the time is spent waiting for the lease of the dead process to end.
 */
export async function killSenders(
  context: FaultContext,
  moment: Moment,
  { kills, lanes }: KillSize,
): Promise<KilledSending[]> {
  let done = 0;
  const reportKill = () => {
    done += 1;
    context.report(`${done} of ${kills} kills`);
  };
  const shares = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
  const lanesRun = shares.map((share) => killInLane(context, moment, share, reportKill));
  // A failed lane must stop the others before the next fault runs.
  await Promise.allSettled(lanesRun);
  return (await Promise.all(lanesRun)).flat();
}

async function killInLane(
  context: FaultContext,
  moment: Moment,
  kills: number,
  reportKill: () => void,
): Promise<KilledSending[]> {
  const world = await World.open(context);
  const receiver = await Receiver.start();
  try {
    const lane = new Lane(world, receiver, moment);
    await world.createWebhook(receiver.url);
    await lane.startWorker();
    const killed: Omit<KilledSending, 'deliveries' | 'arrivals'>[] = [];
    for (let count = 0; count < kills; count += 1) {
      killed.push(await lane.killOnce());
      reportKill();
    }
    const deliveries = await world.deliveries();
    return killed.map((each) => ({
      ...each,
      arrivals: receiver.of(each.taskId),
      deliveries: deliveries.filter(({ taskId }) => taskId === each.taskId),
    }));
  } finally {
    await receiver.close();
    await world.close();
  }
}

class Lane {
  readonly #world: World;
  readonly #receiver: Receiver;
  readonly #moment: Moment;
  #worker: WorkerProcess | undefined;

  constructor(world: World, receiver: Receiver, moment: Moment) {
    this.#world = world;
    this.#receiver = receiver;
    this.#moment = moment;
  }

  async startWorker(): Promise<void> {
    this.#worker = this.#world.startWorker();
    await this.#worker.ready;
  }

  /** Completes a task, kills its sender, starts another process, and waits for the arrival. */
  async killOnce() {
    const death = this.#killAtNextRequest();
    const [taskId = ''] = await this.#world.completeNew(1);
    const bytesRead = await death;
    const killedAt = Date.now();
    const arrivalsFromKilled = this.#receiver.of(taskId).length;
    const hasArrived = () => this.#receiver.of(taskId).length > arrivalsFromKilled;
    // A lost delivery is counted and does not end the run.
    await becomesTrue(hasArrived, takeOverTimeoutMs);
    const outageMs = Date.now() - killedAt;
    // The next kill must not hit a delivery that has arrived but is not recorded yet.
    await becomesTrue(async () => (await this.#world.deliveries()).every(isSucceeded), takeOverTimeoutMs);
    return { taskId, bytesRead, outageMs };
  }

  /** Resolves to the number of bytes that were read from the connection of the dead process. */
  async #killAtNextRequest(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<Socket>();
    const receiver = this.#receiver;
    if (this.#moment === 'before it is read') {
      receiver.shouldHoldBack = (socket) => {
        receiver.shouldHoldBack = () => false;
        resolve(socket);
        return true;
      };
    } else {
      receiver.respond = ({ socket }) => {
        receiver.respond = accept;
        if (socket) resolve(socket);
      };
    }
    const socket = await promise;
    await this.#worker?.kill();
    const { bytesRead } = socket;
    socket.destroy();
    // Restarts at once, as a supervisor does; the new process takes over when the lease expires.
    this.#worker = this.#world.startWorker();
    await waitUntil('the receiver is rid of the dead connection', () => receiver.openNow === 0);
    return bytesRead;
  }
}

const isSucceeded = ({ status }: Delivery) => status === 'succeeded';
