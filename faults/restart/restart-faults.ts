import { defineFault, type Fault } from '../fault.ts';
import { rollingRestart } from './rolling-restart.ts';

const size = { requests: 20_000, connections: 32 };

export const restartFaults: Fault[] = [
  defineFault('rolling restart, haproxy', rollingRestart, { proxy: 'haproxy' as const, ...size }),
  defineFault('rolling restart, nginx', rollingRestart, { proxy: 'nginx' as const, ...size }),
];
