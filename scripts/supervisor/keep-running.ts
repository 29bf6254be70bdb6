import { setTimeout as sleep } from 'node:timers/promises';
import { tailOf } from '../setup/log-file.mjs';
import { Problem } from '../setup/problem.mjs';
import { explainExit, type Instance, type Service } from './service.ts';

const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const FIRST_START_WITHIN_MS = 120_000;
const HOPELESS_DEATHS = 5;
const HOPELESS_WITHIN_MS = 30_000;

export type Keeper = {
  /** Rejects, with the end of its log, when the service cannot be started at all. */
  firstReady: Promise<void>;
  stop(): Promise<void>;
  kill(): void;
};

type Hooks = {
  onLaunch(pid: number): void;
  onDeath(reason: string): void;
  onReturn(downForMs: number): void;
};

/** Starts a service and starts it again whenever it dies, after a wait that grows until it is ready. */
export function keepRunning(service: Service, hooks: Hooks): Keeper {
  const firstReady = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const earlyDeaths: number[] = [];
  let instance: Instance | undefined;
  let wasReady = false;
  let diedAt: number | undefined;
  let wait = SHORTEST_WAIT_MS;

  async function run(): Promise<void> {
    const tooLate = setTimeout(
      () => giveUp(explainWithLog('was not ready within two minutes')),
      FIRST_START_WITHIN_MS,
    );
    firstReady.promise.finally(() => clearTimeout(tooLate)).catch(() => {});
    while (!stopping.signal.aborted) {
      const reason = await liveOnce();
      if (stopping.signal.aborted) break;
      noteDeath(reason);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
    firstReady.reject(new Problem('It was stopped.'));
  }

  /** Resolves, with the reason, when the process has ended. */
  async function liveOnce(): Promise<string> {
    instance = undefined;
    try {
      instance = await service.launch();
      hooks.onLaunch(instance.pid);
      stopping.signal.throwIfAborted();
      await instance.ready;
      noteReady();
      return explainExit(await instance.exited);
    } catch (error) {
      if (!instance && !wasReady) giveUp(new Problem((error as Error).message));
      await instance?.stop();
      return (error as Error).message;
    }
  }

  function noteReady(): void {
    if (diedAt) hooks.onReturn(Date.now() - diedAt);
    diedAt = undefined;
    wait = SHORTEST_WAIT_MS;
    wasReady = true;
    firstReady.resolve();
  }

  function noteDeath(reason: string): void {
    if (wasReady && !diedAt) {
      diedAt = Date.now();
      hooks.onDeath(reason);
    }
    if (wasReady) return;
    earlyDeaths.push(Date.now());
    const oldest = earlyDeaths.at(-HOPELESS_DEATHS);
    const isHopeless = oldest && Date.now() - oldest < HOPELESS_WITHIN_MS;
    if (isHopeless) giveUp(explainWithLog(`${reason}, ${HOPELESS_DEATHS} times in a row`));
  }

  function explainWithLog(reason: string): Problem {
    return new Problem(`The ${service.title} ${reason}. ${tailOf(service.logFile)}`);
  }

  function giveUp(error: Problem): void {
    stopping.abort();
    firstReady.reject(error);
  }

  const ended = run();
  return {
    firstReady: firstReady.promise,
    async stop() {
      stopping.abort();
      await instance?.stop();
      await ended;
    },
    kill: () => instance?.kill(),
  };
}
