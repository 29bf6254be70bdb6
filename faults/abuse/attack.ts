import type { ServiceKind, Target } from './support/service.ts';
import type { Counts, Tally } from './support/tally.ts';
import type { Teams } from './support/teams.ts';

/** The context of an attack in the attacker's process. */
export type AttackRun<Prepared> = {
  target: Target;
  /** The loopback address to call from, its own for each attack. */
  address: string;
  prepared: Prepared;
  perSecond: number;
  seconds: number;
  /** Of its random choices. */
  seed: number;
  /** `perSecond` × `seconds`. */
  count: number;
  tally: Tally;
};

/** The result of an attack, without the figures of the victim. */
type Outcome = { counts: Counts; databaseGrowth: number; logGrowth: number };

export type Attack<Prepared = unknown> = {
  name: string;
  /** The sender, its credential and its requests; the rate is in `perSecond`. */
  sends: string;
  service: ServiceKind;
  perSecond: number;
  seconds: number;
  /** Runs in the process of the suite before the measurement. The result must be JSON. */
  prepare?: (teams: Teams) => Promise<Prepared>;
  /** Runs in the attacker's process. Ends soon after `seconds`. */
  run: (run: AttackRun<Prepared>) => Promise<void>;
  /** Runs in the process of the suite after the attack: counts what only the service's data shows. */
  inspect?: (teams: Teams, prepared: Prepared) => Promise<Counts>;
  /** Conditions beyond the bounds of every attack, by the text that reports a violation. */
  expected: (outcome: Outcome) => Record<string, boolean>;
};

/** An attack without the type of its preparation, for lists. */
export const defineAttack = <Prepared>(attack: Attack<Prepared>): Attack => attack as Attack;
