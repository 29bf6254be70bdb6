import type { Socket } from 'node:net';
import { type Arrival, accept, Receiver } from './support/receiver.ts';
import { happens, until } from './support/wait.ts';
import type { WorkerProcess } from './support/worker-process.ts';
import { type Delivery, type Ground, World } from './support/world.ts';

/** Of a request: at its connection, or once it is read and not answered. */
export type Moment = 'before it is read' | 'after it is read';
export type KillSize = { kills: number; lanes: number };

/** What became of a task of which the first sending was killed. */
export type KilledSending = {
  taskId: string;
  /** Of the connection at which the process died; -1 when it never came. */
  bytesRead: number;
  arrivals: Arrival[];
  deliveries: Delivery[];
  /** From the death of the sender to the arrival from another process. */
  outageMs: number;
};

// After the lease of the dead process (10 s), and time for the new one to start on a machine that is busy.
const takeOverWithin = 30_000;

/**
 * Kills the sending process at this moment of a request, again and again: in lanes side by side, each with a database
 * and processes of its own, since most of the time is waiting for the lease of the dead process to end.
 */
export async function killSenders(
  ground: Ground,
  moment: Moment,
  { kills, lanes }: KillSize,
): Promise<KilledSending[]> {
  let done = 0;
  const tell = () => {
    done += 1;
    ground.say(`${done} of ${kills} kills`);
  };
  const shares = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
  const lanesRun = shares.map((share) => killInLane(ground, moment, share, tell));
  // A lane that breaks must not leave the others running beside the next fault.
  await Promise.allSettled(lanesRun);
  return (await Promise.all(lanesRun)).flat();
}

async function killInLane(
  ground: Ground,
  moment: Moment,
  kills: number,
  tell: () => void,
): Promise<KilledSending[]> {
  const world = await World.open(ground);
  const receiver = await Receiver.start();
  try {
    const lane = new Lane(world, receiver, moment);
    await world.createWebhook(receiver.url);
    await lane.startWorker();
    const killed: Omit<KilledSending, 'deliveries' | 'arrivals'>[] = [];
    for (let count = 0; count < kills; count += 1) {
      killed.push(await lane.killOnce());
      tell();
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

  /** One task, the death of who sends it, another process, and the wait until it is there. */
  async killOnce() {
    const death = this.#killAtNextRequest();
    const [taskId = ''] = await this.#world.completeNew(1);
    const bytesRead = await death;
    const diedAt = Date.now();
    const arrivalsOfTheDead = this.#receiver.of(taskId).length;
    const hasArrived = () => this.#receiver.of(taskId).length > arrivalsOfTheDead;
    // One that is lost counts as lost and must not stop the others.
    await happens(hasArrived, takeOverWithin);
    const outageMs = Date.now() - diedAt;
    // The next death must not take what is only not written down yet.
    await happens(async () => (await this.#world.deliveries()).every(isSucceeded), takeOverWithin);
    return { taskId, bytesRead, outageMs };
  }

  /** Resolves to the number of bytes that were read from the connection of the dead process. */
  async #killAtNextRequest(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<Socket>();
    const receiver = this.#receiver;
    if (this.#moment === 'before it is read') {
      receiver.holdsBack = (socket) => {
        receiver.holdsBack = () => false;
        resolve(socket);
        return true;
      };
    } else {
      receiver.answer = ({ socket }) => {
        receiver.answer = accept;
        if (socket) resolve(socket);
      };
    }
    const socket = await promise;
    await this.#worker?.kill();
    const { bytesRead } = socket;
    socket.destroy();
    // At once, as a supervisor does it; it takes over when the lease of the dead one ends.
    this.#worker = this.#world.startWorker();
    await until('the receiver is rid of the dead connection', () => receiver.openNow === 0);
    return bytesRead;
  }
}

const isSucceeded = ({ status }: Delivery) => status === 'succeeded';
