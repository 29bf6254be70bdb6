import type { Inspection } from '@crewboard/db/inspect';
import { measureExpiring } from '../../features/expiry/measure-expiring.ts';
import { count, ok, type Result, warning } from './finding.ts';

/** Checks that no tokens and keys expire soon. */
export async function checkCredentials(inspection: Inspection): Promise<Result> {
  const { agents, keys } = await inspection.read(measureExpiring);
  if (agents + keys === 0) return ok('No token of an agent and no API key expires within 14 days');
  const names = [
    ...(agents > 0 ? [count(agents, 'token of an agent', 'tokens of agents')] : []),
    ...(keys > 0 ? [count(keys, 'API key')] : []),
  ];
  return warning(
    `Within 14 days ${names.join(' and ')} expire${agents + keys === 1 ? 's' : ''}.`,
    'The page Attention of the team lists them: rotate the token, or make a new key, before that.',
  );
}
