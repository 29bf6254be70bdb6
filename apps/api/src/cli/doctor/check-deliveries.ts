import type { Inspection } from '@crewboard/db/inspect';
import { holdExplanations, readInstallation } from '../../features/webhooks/installation.ts';
import { measureOverdue, measureWebhooks } from '../../features/webhooks/measure-webhooks.ts';
import { adminCommandHere } from '../running-service.ts';
import { count, describeAge, failure, ok, problemsOr, type Result, warning } from './finding.ts';
import { findInstallation, type Surroundings } from './surroundings.ts';

/** Far more than the seconds within which due deliveries start. */
const maxOverdueSeconds = 300;

/** Checks that webhooks are sent. */
export async function checkDeliveries(inspection: Inspection, surroundings: Surroundings): Promise<Result[]> {
  const installationId = findInstallation(surroundings);
  const { heldFor, waiting, disabled, overdueSeconds } = await inspection.read(async (client) => ({
    ...(await readInstallation(client, installationId)),
    ...(await measureWebhooks(client)),
    overdueSeconds: await measureOverdue(client),
  }));
  const isHoldUnknown = heldFor === 'installation' && installationId === null;
  const waitingText =
    waiting === 0
      ? 'Nothing waits'
      : count(waiting, 'delivery waits for its time', 'deliveries wait for their time');
  return problemsOr(ok(`${waitingText}, and no endpoint was disabled`), [
    isHoldUnknown &&
      warning(
        'Without INSTALLATION_ID here, it is not known whether webhooks are held.',
        'Run doctor with the INSTALLATION_ID or the DATA_DIR of the processes that send.',
      ),
    heldFor !== null &&
      !isHoldUnknown &&
      failure(
        `Webhooks are held: ${holdExplanations[heldFor]}.`,
        `If this installation is to send, with the INSTALLATION_ID of its processes: ${adminCommandHere()} deliveries resume (docs/operations.md, "Copies").`,
      ),
    heldFor === null &&
      overdueSeconds > maxOverdueSeconds &&
      failure(
        `A delivery has been due for ${describeAge(overdueSeconds * 1000)}, and no process has sent it.`,
        'Start an API process, or a worker where WEBHOOK_DELIVERY=worker. If they run, start more of them.',
      ),
    disabled > 0 &&
      warning(
        `The service has disabled ${count(disabled, 'endpoint')}: the receiver is gone, or failed for days.`,
        'Open the page Webhooks of the teams, correct the receiver, and enable the endpoint or delete it.',
      ),
  ]);
}
