// One attack, in a process of its own: its work must not slow down the client that measures.

import type { AttackRun } from '../attack.ts';
import { attacks } from '../attacks.ts';
import { serveParent } from './child.ts';
import { Tally } from './tally.ts';

/** The attack to run, and what it needs. */
export type AttackerRequest = { name: string } & Pick<
  AttackRun<unknown>,
  'target' | 'address' | 'prepared' | 'seed'
>;

serveParent<AttackerRequest>(async ({ name, ...rest }) => {
  const attack = attacks.find((each) => each.name === name);
  if (!attack) throw new Error(`There is no attack ${name}.`);
  const { perSecond, seconds } = attack;
  const tally = new Tally();
  await attack.run({ ...rest, perSecond, seconds, count: Math.round(perSecond * seconds), tally });
  return tally.counts;
});
