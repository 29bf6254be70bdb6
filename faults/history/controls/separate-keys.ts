import type { Control } from './control.ts';
import { openGateway } from './gateway.ts';

type Kept = { status: number; text: string };

/** Idempotency as a gateway offers it: the response is kept after the effect was committed, in another transaction. */
export const separateKeys: Control = {
  name: 'idempotency outside the transaction',
  rule: 'one effect and response for each key',
  seconds: 25,
  faults: ['database', 'api', 'database'],
  async prepare(owner) {
    await owner.query(`
      create table gateway_keys (name text primary key, status int not null, text text not null);
      grant select, insert on gateway_keys to public`);
  },
  openGateway: ({ url, db }) =>
    openGateway(url, async ({ key, ...request }, forward) => {
      if (!key) return forward({ ...request, key });
      const find = `select status, text from gateway_keys where name = $1`;
      const { rows } = await db.query<Kept>(find, [key]);
      if (rows[0]) return rows[0];
      const response = await forward({ ...request, key: undefined });
      if (response && response.status < 300 && response.status !== 204) {
        const keep = 'insert into gateway_keys values ($1, $2, $3) on conflict do nothing';
        await db.query(keep, [key, response.status, response.text]);
      }
      return response;
    }),
};
