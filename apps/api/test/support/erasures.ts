import { listErasures } from '../../src/features/accounts/erase-account.ts';
import { eraseRemains } from '../../src/features/accounts/erase-remains.ts';
import type { TestApi } from '../harness.ts';
import { eventually } from './webhooks.ts';

/** As if the minutes had passed that the last pass of an erasure waits for. */
export const passErasureMinutes = (api: TestApi) =>
  api.owner.query(
    `update account_erasures set requested_at = requested_at - interval '2 minutes',
       pass_due_at = pass_due_at - interval '2 minutes' where finished_at is null`,
  );

/** Erases until nothing is left of the account. */
export async function finishErasure(api: TestApi, userId: string): Promise<void> {
  await passErasureMinutes(api);
  await eventually(
    async () => {
      await eraseRemains(api.db);
      return listErasures(api.db);
    },
    (erasures) => erasures.find((each) => each.userId === userId)?.finishedAt != null,
  );
}
