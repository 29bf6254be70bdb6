import { defineFault, type Fault } from '../fault.ts';
import { runDatabaseAway } from './database-away.ts';
import { runRollingRestart } from './rolling-restart.ts';

const sizes = {
  api: { requests: 20_000, connections: 32 },
  // Each third request renders a page.
  web: { requests: 1_000, connections: 8 },
};

const rollingRestarts: Fault[] = (['api', 'web'] as const).flatMap((servers) =>
  (['haproxy', 'nginx'] as const).map((proxy) =>
    defineFault(`rolling restart of ${servers}, ${proxy}`, runRollingRestart, {
      proxy,
      servers,
      ...sizes[servers],
    }),
  ),
);

export const restartFaults: Fault[] = [
  ...rollingRestarts,
  ...(['haproxy', 'nginx'] as const).map((proxy) =>
    defineFault(`database away, ${proxy}`, runDatabaseAway, { proxy, awayMs: 5_000 }),
  ),
];
