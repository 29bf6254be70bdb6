import { defineFault, type Fault } from '../fault.ts';
import { freezeAdministration } from './freeze-administration.ts';

export const streamFaults: Fault[] = [
  defineFault(
    'freeze administration',
    freezeAdministration,
    { freezes: 40, maxLateMs: 1_500 },
    { freezes: 1, maxLateMs: Number.POSITIVE_INFINITY },
  ),
];
