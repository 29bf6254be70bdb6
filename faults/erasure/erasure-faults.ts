import { defineFault, type Fault } from '../fault.ts';
import { killErasers } from './kill-erasers.ts';

const size = { changes: 1_000, tasks: 600, deletedTasks: 40 };

export const erasureFaults: Fault[] = [
  defineFault('kill the only eraser', killErasers, { processes: 1, killsOfEach: 3, ...size }),
  defineFault('kill one of two erasers', killErasers, { processes: 2, killsOfEach: 1, ...size }),
];
