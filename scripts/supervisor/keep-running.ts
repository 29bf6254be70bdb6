import { setTimeout as sleep } from 'node:timers/promises';
import { tailOf } from '../setup/log-file.mjs';
import { Problem } from '../setup/problem.mjs';
import { explainExit, type Instance, type Service } from './service.ts';

const FIRST_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 10_000;
const START_TIMEOUT_MS = 120_000;
const MAX_EARLY_EXITS = 5;
const EARLY_EXIT_WINDOW_MS = 30_000;

export type ServiceSupervisor = {
  /** Resolves when the service is ready. Rejects with the end of its log if the service cannot be started. */
  firstReady: Promise<void>;
  stop(): Promise<void>;
  kill(): void;
};

type Hooks = {
  onLaunch(pid: number): void;
  onExit(reason: string): void;
  /** Called when a restart fails for another reason than the one before. */
  onRestartFailed(reason: string): void;
  onRecovered(downForMs: number): void;
};

/**
 * Starts a service and restarts it when it exits. The delay doubles with each restart until the service is ready. Gives
 * up if the service was never ready and exits five times in 30 s, or takes two minutes.
 */
export function keepRunning(
  service: Service,
  hooks: Hooks,
  firstRestartDelayMs = FIRST_RESTART_DELAY_MS,
): ServiceSupervisor {
  const firstReady = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const earlyExits: number[] = [];
  let instance: Instance | undefined;
  let wasReady = false;
  let exitedAt: number | undefined;
  let lastReason: string | undefined;
  let restartDelayMs = firstRestartDelayMs;

  async function run(): Promise<void> {
    const startTimer = setTimeout(
      () => abandon(explainWithLog('was not ready within two minutes')),
      START_TIMEOUT_MS,
    );
    firstReady.promise.finally(() => clearTimeout(startTimer)).catch(() => {});
    while (!stopping.signal.aborted) {
      const reason = await runOnce();
      if (stopping.signal.aborted) break;
      handleExit(reason);
      await sleep(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => {});
      restartDelayMs = Math.min(restartDelayMs * 2, MAX_RESTART_DELAY_MS);
    }
    firstReady.reject(new Problem('It was stopped.'));
  }

  /** Launches the service once. Resolves with the reason when it has exited. */
  async function runOnce(): Promise<string> {
    instance = undefined;
    try {
      instance = await service.launch();
      hooks.onLaunch(instance.pid);
      stopping.signal.throwIfAborted();
      await instance.ready;
      handleReady();
      return explainExit(await instance.exited);
    } catch (error) {
      // A first launch without a process, such as of a damaged database, would fail again. Its error has the remedy.
      if (!instance && !wasReady) abandon(new Problem((error as Error).message));
      await instance?.stop();
      return (error as Error).message;
    }
  }

  function handleReady(): void {
    if (exitedAt) hooks.onRecovered(Date.now() - exitedAt);
    exitedAt = undefined;
    restartDelayMs = firstRestartDelayMs;
    wasReady = true;
    firstReady.resolve();
  }

  function handleExit(reason: string): void {
    if (wasReady && !exitedAt) {
      exitedAt = Date.now();
      hooks.onExit(reason);
    } else if (wasReady && reason !== lastReason) hooks.onRestartFailed(reason);
    lastReason = reason;
    if (wasReady) return;
    earlyExits.push(Date.now());
    const oldest = earlyExits.at(-MAX_EARLY_EXITS);
    const hasTooManyEarlyExits = oldest && Date.now() - oldest < EARLY_EXIT_WINDOW_MS;
    if (hasTooManyEarlyExits) abandon(explainWithLog(`${reason}, ${MAX_EARLY_EXITS} times in a row`));
  }

  function explainWithLog(reason: string): Problem {
    return new Problem(`The ${service.title} ${reason}. ${tailOf(service.logFile)}`);
  }

  function abandon(error: Problem): void {
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
