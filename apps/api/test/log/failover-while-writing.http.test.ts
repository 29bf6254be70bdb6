import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeliveryMaker } from '../../src/workers/webhooks/delivery-maker.ts';
import { TestApi } from '../harness.ts';
import { interceptQuery } from '../support/intercept-query.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { closedPortUrl, createWebhook } from '../support/webhooks.ts';
import { SwitchedAddress } from './support/switched-address.ts';

// The database fails over, without its last writes, after the reader for webhooks has read a page of them.

let primary: OwnPostgres;
let standby: OwnPostgres;
let address: SwitchedAddress;
let api: TestApi;
beforeAll(async () => {
  primary = await OwnPostgres.start();
  standby = await primary.startStandby();
  address = await SwitchedAddress.start(primary.port);
  const url = new URL(primary.url);
  url.port = String(address.port);
  api = await TestApi.serve({ ...openTestDatabase(url.href), url: url.href });
});
afterAll(async () => {
  api?.app.server.closeAllConnections();
  await api?.close();
  await address?.close();
  await primary?.remove();
  await standby?.remove();
});

it('makes no delivery of a lost event, and misses none, when the database fails over before a page is written', async () => {
  const team = await api.createTeam();
  await createWebhook(api, team, closedPortUrl, { eventTypes: ['task.created'] });
  const reader = new DeliveryMaker(api.db);
  const read = async () => {
    while ((await reader.makeFromNextPage()).hasMore);
  };
  await api.createTask(team);
  await read();
  await standby.stopReceiving(primary);
  const lost = await Promise.all(Array.from({ length: 20 }, () => api.createTask(team)));
  interceptQuery(api.db, /update log_readers/, async (send) => {
    await standby.promote();
    address.switchTo(standby.port);
    await primary.kill();
    await expect.poll(async () => (await api.request('GET', '/readyz')).status).toBe(200);
    return send();
  });
  // The connection that it gets may be one of those that ended.
  await read().catch(() => undefined);
  const later = await Promise.all(Array.from({ length: 30 }, () => api.createTask(team)));
  const delivered = async () => {
    await read();
    const rows = await standby.query<{ id: string }>(
      `select subject_id as id from webhook_deliveries
       left join events on (events.xid, events.id) = (event_xid, event_id)`,
    );
    return rows.map(({ id }) => id);
  };
  await expect.poll(async () => (await delivered()).length).toBeGreaterThanOrEqual(1 + later.length);
  const all = await delivered();
  expect(all).toEqual(expect.arrayContaining(later));
  expect(all).not.toContain(null);
  expect(all).toHaveLength(1 + later.length);
  expect(lost.filter((id) => all.includes(id))).toEqual([]);
});
