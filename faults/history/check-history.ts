import type { History, Violation } from './history.ts';
import { IndexedHistory } from './operations.ts';
import { attemptsRise, claimsAreRequested, oneClaimPerAttempt, rejectionsHaveClaim } from './rules/claims.ts';
import { noStaleCompletion, oneCompletion, taskCountsAreCompletions } from './rules/completions.ts';
import { countsAreRows } from './rules/counts.ts';
import { blockedIsTrue, noStartWhileBlocked } from './rules/dependencies.ts';
import { noClaimWithoutAttention, oneExpiryPerAttempt } from './rules/leases.ts';
import { logLeadsToRows } from './rules/log.ts';
import { attentionIsComplete, failuresInRow, reasonsAreTrue } from './rules/reasons.ts';
import { acknowledgedWritesAreThere, oneEffectPerKey } from './rules/responses.ts';

const rules = {
  'one claim for each attempt': oneClaimPerAttempt,
  'attempts rise with time': attemptsRise,
  'no claim that nobody requested': claimsAreRequested,
  'no rejection before the claim': rejectionsHaveClaim,
  'no double completion': oneCompletion,
  'no stale completion accepted': noStaleCompletion,
  'counts are completions': taskCountsAreCompletions,
  'counts are rows': countsAreRows,
  'no acknowledged write lost': acknowledgedWritesAreThere,
  'one effect and response for each key': oneEffectPerKey,
  'one expiry for each attempt, in time': oneExpiryPerAttempt,
  'no claim of what needs attention': noClaimWithoutAttention,
  'no start while blocked': noStartWhileBlocked,
  'blocked while a blocker is open': blockedIsTrue,
  'failures in a row': failuresInRow,
  'each open task has its reason': reasonsAreTrue,
  'what waits for a person is listed': attentionIsComplete,
  'the log leads to the rows': logLeadsToRows,
} satisfies Record<string, (indexed: IndexedHistory) => Iterable<string>>;

export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as RuleName[];

/** Every breach of a rule. None: the service did what it promises. */
export function checkHistory(history: History): Violation[] {
  const indexed = new IndexedHistory(history);
  return ruleNames.flatMap((rule) => Array.from(rules[rule](indexed), (detail) => ({ rule, detail })));
}
