import { type Command, InvalidArgumentError } from 'commander';
import { holdExplanations, readInstallation } from '../features/webhooks/installation.ts';
import { resumeDeliveries } from '../features/webhooks/resume-deliveries.ts';
import { parseTime } from './arguments.ts';
import { effectiveInstallationId, withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print } from './print.ts';
import { adminCommandHere } from './running-service.ts';

type Options = { since?: Date; json?: true };

function parsePastTime(value: string): Date {
  const time = parseTime(value);
  if (time > new Date()) throw new InvalidArgumentError('The time is in the future.');
  return time;
}

/** Adds `deliveries status` and `deliveries resume`: see `installation.ts` of the webhooks. */
export function addDeliveryCommands(program: Command): void {
  const deliveries = program
    .command('deliveries')
    .description('Show or release the webhook deliveries of a copied or moved installation.');
  deliveries
    .command('status')
    .description('Say whether webhook deliveries are held, and why.')
    .addOption(jsonOption())
    .action(async ({ json }: Pick<Options, 'json'>) => {
      const { heldFor } = await withAdminDatabase((db) =>
        readInstallation(db.pool, effectiveInstallationId(db)),
      );
      const reason = heldFor && holdExplanations[heldFor];
      print(
        json,
        { heldFor, reason },
        reason
          ? [
              `Webhooks are held: ${reason}.`,
              `If this installation is to send: ${adminCommandHere()} deliveries resume`,
            ]
          : ['Webhooks are not held.'],
      );
    });
  deliveries
    .command('resume')
    .description(
      'Send held deliveries: this installation is from now on the one that sends for this database. Without --since, everything that is pending is sent.',
    )
    .option(
      '--since <time>',
      'give up pending deliveries for events from before this time, in ISO 8601: they become failed, with the reason',
      parsePastTime,
    )
    .addOption(jsonOption())
    .action(async ({ since, json }: Options) => {
      const { installationId, givenUp } = await withAdminDatabase(async (db) => {
        const input = { installationId: effectiveInstallationId(db), since };
        return { ...input, ...(await resumeDeliveries({ ctx: { db }, input })) };
      });
      const until = since?.toISOString();
      print(json, { installationId, since: until ?? null, givenUp }, [
        'Webhook deliveries are sent again, within seconds.',
        ...(until ? [`${givenUp} pending deliveries for events from before ${until} were given up.`] : []),
      ]);
    });
}
