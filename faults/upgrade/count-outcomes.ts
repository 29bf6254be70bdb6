import type { Call } from '../history/history.ts';

type Outcomes = { operations: number; repeated: number; failed: number; failures: string };

/** Counts operations by the response to their last call. The last operation of a killed client may have none. */
export function countOutcomes(calls: Call[]): Outcomes {
  const operations = [...Map.groupBy(calls, ({ key }) => key).values()];
  const lastBegins = new Map<string, number>();
  for (const { actorId, begin } of calls)
    lastBegins.set(actorId, Math.max(begin, lastBegins.get(actorId) ?? 0));
  const failed = operations.flatMap((group) => {
    const last = group.at(-1);
    if (!last || (last.response && last.response.status < 500 && last.response.status !== 429)) return [];
    const isCutOff = !last.response && last.begin === lastBegins.get(last.actorId);
    return isCutOff ? [] : [`${last.kind} ${last.response?.status ?? 'no response'}`];
  });
  const kinds = [...Map.groupBy(failed, (each) => each)].map(([kind, each]) => `${each.length} × ${kind}`);
  return {
    operations: operations.length,
    repeated: operations.filter((group) => group.length > 1).length,
    failed: failed.length,
    failures: kinds.length > 0 ? `(${kinds.join(', ')})` : '',
  };
}
