import type { ServiceKind, Target } from './support/service.ts';
import type { Counts, Tally } from './support/tally.ts';
import type { Teams } from './support/teams.ts';

/** What an attacker's process works with. */
export type AttackRun<Prepared> = {
  target: Target;
  /** The loopback address to call from, its own for each attack. */
  address: string;
  prepared: Prepared;
  perSecond: number;
  seconds: number;
  /** `perSecond` × `seconds`. */
  count: number;
  tally: Tally;
};

/** What came of an attack, beside the figures of the victim. */
type Outcome = { counts: Counts; databaseGrowth: number; logGrowth: number };

export type Attack<Prepared = unknown> = {
  name: string;
  /** Who sends what, and with which credential; the rate stands beside it. */
  sends: string;
  service: ServiceKind;
  perSecond: number;
  seconds: number;
  /** In the suite's process, before anything is measured. The result must be JSON. */
  prepare?: (teams: Teams) => Promise<Prepared>;
  /** In the attacker's process. Ends by itself soon after `seconds`. */
  run: (run: AttackRun<Prepared>) => Promise<void>;
  /** In the suite's process, after the attack: what only the service's data tells. */
  inspect?: (teams: Teams, prepared: Prepared) => Promise<Counts>;
  /** What must hold besides the bounds of every row, by what is said when it does not. */
  expected: (outcome: Outcome) => Record<string, boolean>;
};

/** The same with its type of preparation forgotten, for lists. */
export const defineAttack = <Prepared>(attack: Attack<Prepared>): Attack => attack as Attack;
