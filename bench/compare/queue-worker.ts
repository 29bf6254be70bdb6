// A reference for claim-next and complete: job by job, 64 at once, with graphile-worker or pg-boss.
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { PgBoss } from 'pg-boss';

const connectionString = process.env.DATABASE_URL as string;
const concurrency = 64;
const logger = new Logger(() => () => undefined);

/** Works off this many jobs, which it inserts before; resolves to the seconds that the work took. */
type Queue = (jobs: number) => Promise<number>;

const graphileWorker: Queue = async (jobs) => {
  let done = 0;
  const { promise: isDone, resolve } = Promise.withResolvers<void>();
  const options = { connectionString, concurrency, maxPoolSize: 10, noHandleSignals: true, logger };
  const countDone = async () => {
    done += 1;
    if (done === jobs) resolve();
  };
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  await utils.addJobs(Array.from({ length: jobs }, (_, n) => ({ identifier: 'job', payload: { n } })));
  await utils.release();
  const startedAt = performance.now();
  const runner = await run({ ...options, taskList: { job: countDone } });
  await isDone;
  const seconds = (performance.now() - startedAt) / 1_000;
  await runner.stop();
  return seconds;
};

const pgBoss: Queue = async (jobs) => {
  const boss = new PgBoss({ connectionString, max: 10, supervise: false, schedule: false });
  await boss.start();
  const queue = `jobs-${Date.now()}`;
  await boss.createQueue(queue);
  await boss.insert(
    queue,
    Array.from({ length: jobs }, (_, n) => ({ data: { n } })),
  );
  const ids = new Set<string>();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (;;) {
        const [job] = await boss.fetch(queue);
        if (!job) return;
        ids.add(job.id);
        await boss.complete(queue, job.id);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  await boss.stop({ graceful: false });
  if (ids.size !== jobs) throw new Error(`${ids.size} of ${jobs} jobs were done`);
  return seconds;
};

const queues: Record<string, Queue> = { 'graphile-worker': graphileWorker, 'pg-boss': pgBoss };

process.on('message', ({ name, jobs }: { name: string; jobs: number }) => {
  queues[name]?.(jobs).then(
    (seconds) => process.send?.({ result: seconds }),
    (error: Error) => process.send?.({ error: error.stack }),
  );
});
