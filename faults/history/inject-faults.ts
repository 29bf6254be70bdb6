import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../apps/api/test/support/seeded-random.ts';
import type { FaultCounts, FaultKind } from './history.ts';
import type { World } from './world/world.ts';

type Options = {
  random: Random;
  /** In this order, again and again until the time is over, but each of them once at least. */
  faults: readonly FaultKind[];
  seconds: number;
  /** The mean time between two faults. */
  pauseMs: number;
  stallMs: number;
  interrupted: AbortSignal;
  report: (text: string) => void;
};

/** Breaks parts of the world, one after another, until the time is over and all of them work again. */
export async function injectFaults(world: World, options: Options): Promise<FaultCounts> {
  const { random, faults, seconds, pauseMs, stallMs, interrupted, report } = options;
  const counts: FaultCounts = { agents: 0, api: 0, database: 0, stall: 0 };
  const repairs = new Set<Promise<unknown>>();
  const background = (repair: Promise<unknown>) => {
    repairs.add(repair);
    repair.then(
      () => repairs.delete(repair),
      () => undefined,
    );
  };
  const inject = async (kind: FaultKind): Promise<boolean> => {
    // Before each fault, because some tasks wait for a person only for a short time.
    await world.readReasons();
    if (kind === 'database') {
      await world.crashDatabase();
      return true;
    }
    if (kind === 'api') {
      const up = world.apis.filter(({ isUp }) => isUp);
      if (up.length === 0) return false;
      background(random.pick(up).crash());
      return true;
    }
    const working = world.clients.filter(({ isStalled }) => !isStalled);
    if (working.length === 0) return false;
    const client = random.pick(working);
    if (kind === 'agents') await client.crash();
    else {
      client.stall();
      background(sleep(stallMs, undefined, { signal: interrupted }).finally(() => client.resume()));
    }
    return true;
  };
  const pause = (ms: number) => sleep(ms, undefined, { signal: interrupted });
  const endsAt = performance.now() + seconds * 1_000;
  for (let index = 0; faults.length > 0; index += 1) {
    const nextPauseMs = pauseMs * (0.5 + random.next());
    if (index >= faults.length && performance.now() + nextPauseMs > endsAt) break;
    await pause(nextPauseMs);
    const kind = faults[index % faults.length] as FaultKind;
    if (await inject(kind)) counts[kind] += 1;
    report(
      Object.entries(counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    );
  }
  await pause(Math.max(0, endsAt - performance.now()));
  await Promise.all(repairs);
  return counts;
}
