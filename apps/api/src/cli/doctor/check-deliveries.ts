import type { Inspection } from '@crewboard/db/inspect';
import { measureExpiring } from '../../features/expiry/measure-expiring.ts';
import { holdExplanations, readInstallation } from '../../features/webhooks/installation.ts';
import { measureOverdue, measureWebhooks } from '../../features/webhooks/measure-webhooks.ts';
import { adminProgram } from '../running-service.ts';
import { count, describeAge, failure, ok, type Result, warning } from './finding.ts';
import { findInstallation, type Surroundings } from './surroundings.ts';

/** Deliveries that are due start within seconds. */
const maxOverdueSeconds = 300;

/** Whether webhooks are sent. */
export async function checkDeliveries(inspection: Inspection, surroundings: Surroundings): Promise<Result[]> {
  const installationId = findInstallation(surroundings);
  const { heldFor, waiting, disabled, overdueSeconds } = await inspection.read(async (client) => ({
    ...(await readInstallation(client, installationId)),
    ...(await measureWebhooks(client)),
    overdueSeconds: await measureOverdue(client),
  }));
  const results: Result[] = [];
  if (heldFor === 'installation' && installationId === null) {
    results.push(
      warning(
        'Without INSTALLATION_ID here, it is not known whether webhooks are held.',
        'Run doctor with the INSTALLATION_ID or the DATA_DIR of the processes that send.',
      ),
    );
  } else if (heldFor) {
    results.push(
      failure(
        `Webhooks are held: ${holdExplanations[heldFor]}.`,
        `If this installation is to send, with the INSTALLATION_ID of its processes: ${adminProgram} deliveries resume (docs/operations.md, "Copies").`,
      ),
    );
  } else if (overdueSeconds > maxOverdueSeconds) {
    results.push(
      failure(
        `A delivery has been due for ${describeAge(overdueSeconds * 1000)}, and no process has sent it.`,
        'Start an API process, or a worker where WEBHOOK_DELIVERY=worker. If they run, start more of them.',
      ),
    );
  }
  if (disabled > 0) {
    results.push(
      warning(
        `The service has disabled ${count(disabled, 'endpoint')}: the receiver is gone, or failed for days.`,
        'Open the page Webhooks of the teams, correct the receiver, and enable the endpoint or delete it.',
      ),
    );
  }
  if (results.length > 0) return results;
  return [
    ok(
      `${waiting === 0 ? 'Nothing waits' : count(waiting, 'delivery waits for its time', 'deliveries wait for their time')}, and no endpoint was disabled`,
    ),
  ];
}

/** Whether tokens and keys expire soon. */
export async function checkCredentials(inspection: Inspection): Promise<Result[]> {
  const { agents, keys } = await inspection.read(measureExpiring);
  if (agents + keys === 0) return [ok('No token of an agent and no API key expires within 14 days')];
  const names = [
    ...(agents > 0 ? [count(agents, 'token of an agent', 'tokens of agents')] : []),
    ...(keys > 0 ? [count(keys, 'API key')] : []),
  ];
  return [
    warning(
      `Within 14 days ${names.join(' and ')} expire${agents + keys === 1 ? 's' : ''}.`,
      'The page Attention of the team lists them: rotate the token, or make a new key, before that.',
    ),
  ];
}
