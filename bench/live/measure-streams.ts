import { fork } from 'node:child_process';
import type { RunningService } from '../../e2e/service/start-service.ts';
import { ask } from '../ask.ts';
import { cpuSeconds } from '../process-usage.ts';
import type { Load, MakeChanges } from './make-changes.ts';
import type { Close, Open, Reading } from './stream-reader.ts';

type Streams = Open & {
  service: Pick<RunningService, 'pids'>;
  makeChanges: MakeChanges;
  load: Load;
  /** Called while the streams are open, before the changes. */
  onOpen?: () => void;
};

/** What happened: the reader's times, and the processor time of each event in each stream in microseconds. */
export type Measured = Reading & { made: number; created: number; cpu: Record<string, number> };

/** Opens the streams in a process of their own, makes the changes, and waits until each stream has had each event. */
export async function measureStreams(streams: Streams): Promise<Measured> {
  const { url, headers, makeChanges, load, onOpen } = streams;
  const { pids } = streams.service;
  const reader = fork(new URL('./stream-reader.ts', import.meta.url));
  try {
    await ask(reader, { url, headers } satisfies Open);
    onOpen?.();
    const readSeconds = () => ({
      api: cpuSeconds(pids.api),
      'web server': cpuSeconds(pids.web),
      PostgreSQL: cpuSeconds(pids.postgres, { children: true }),
      reader: cpuSeconds(reader.pid as number),
    });
    const before = readSeconds();
    const changes = await makeChanges(load);
    const reading = await ask<Reading>(reader, { eventsOfEach: changes.made } satisfies Close);
    const after = readSeconds();
    const cpu = Object.fromEntries(
      Object.entries(after).map(([name, seconds]) => {
        const spent = seconds - before[name as keyof typeof before];
        return [name, (1_000_000 * spent) / reading.events];
      }),
    );
    return { ...reading, ...changes, cpu };
  } finally {
    reader.kill();
  }
}
