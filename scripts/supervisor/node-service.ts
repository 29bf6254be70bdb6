import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from '../setup/signal-group.mjs';
import type { LogFile } from './log-folder.ts';
import { type Exit, explainExit, type Service } from './service.ts';
import { spawnProgram } from './spawn-program.ts';

const LOG_DRAIN_TIMEOUT_MS = 1_000;

export type Program = {
  /** Relative to the project root. */
  script: string;
  args?: string[];
  nodeFlags?: string[];
};

type Options = Omit<Service, 'launch' | 'logFile'> & {
  log: LogFile;
  program: Program;
  env: NodeJS.ProcessEnv;
  /**
   * The URL to poll until it is ready; `message` for a program without HTTP, which sends a message when it is ready.
   */
  ready: { url: string; isReady: (status: number) => boolean } | 'message';
  /** The time from SIGTERM to SIGKILL. */
  stopTimeoutMs: number;
};

/** A service that runs a Node program. */
export function nodeService(options: Options): Service {
  const { name, title, log, program, env, ready, stopTimeoutMs } = options;
  const { script, args = [], nodeFlags = [] } = program;

  return {
    name,
    title,
    logFile: log.path,
    async launch() {
      const { child, outputs } = spawnProgram([script, ...args], env, nodeFlags);
      const outputLogged = Promise.all(outputs.map((stream) => log.follow(stream)));
      await once(child, 'spawn');
      const pid = child.pid as number;
      const exited = once(child, 'exit').then(async ([code, signal]): Promise<Exit> => {
        // Wait for the rest of its output, but not forever: an orphaned child may keep the pipes open. The turn after
        // the timer lets this process read output that arrived while it was suspended itself.
        await Promise.race([outputLogged, sleep(LOG_DRAIN_TIMEOUT_MS).then(() => nextTurn())]);
        return { code, signal };
      });
      const kill = () => signalGroup(pid, 'SIGKILL');
      const stop = async () => {
        child.kill('SIGTERM');
        const stopTimer = setTimeout(kill, stopTimeoutMs);
        await exited;
        clearTimeout(stopTimer);
        // Ends what the program has started and left in its process group.
        kill();
      };
      return { pid, exited, stop, kill, ready: untilReady(child, ready, exited) };
    },
  };
}

async function untilReady(
  child: ChildProcess,
  ready: Options['ready'],
  exited: Promise<Exit>,
): Promise<void> {
  if (ready === 'message') {
    const exit = await Promise.race([once(child, 'message').then(() => undefined), exited]);
    if (exit) throw new Error(explainExit(exit));
    return;
  }
  const { url, isReady } = ready;
  let exit: Exit | undefined;
  exited.then((value) => {
    exit = value;
  });
  while (!exit) {
    const status = await statusOf(url);
    if (status && isReady(status)) return;
    await sleep(100);
  }
  throw new Error(explainExit(exit));
}

async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
