import { Webhook } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { itPages } from '../support/list-pages.ts';
import { expectInvalid } from '../support/log.ts';
import { closedPortUrl, createWebhook, getWebhook, worldWithWebhook } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi();
const Webhooks = z.array(Webhook);

const list = (world: World, query = '') =>
  api().request('GET', `/api/teams/${world.team.teamId}/webhooks${query}`, { token: world.team.apiKey });
const read = async (world: World) => expectBody(await list(world), 200, Webhooks);

describe('GET /api/teams/:teamId/webhooks', () => {
  it('200: a new team has none', async () => {
    expect(await read(await createWorld(api()))).toEqual([]);
  });

  it('200: a bare array of all, disabled ones included, each as it is read alone, the oldest first', async () => {
    const world = await createWorld(api());
    const { team } = world;
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const fields = { description: `Webhook ${index}`, enabled: index !== 3 };
      ids.push((await createWebhook(api(), team, `${closedPortUrl}/${index}`, fields)).id);
    }
    const alone = await Promise.all(ids.map((id) => getWebhook(api(), team, id)));
    expect(await read(world)).toEqual(alone);
  });

  it('200: contains no secret and no field of that name', async () => {
    const { world, secret } = await worldWithWebhook(api());
    const reply = await list(world);
    expectBody(reply, 200, Webhooks);
    expect(reply.text).not.toContain(secret.slice('whsec_'.length));
    expect(reply.text).not.toMatch(/whsec_|"secret"/);
  });

  it('200: shows neither those of another team nor deleted ones', async () => {
    const { world, webhook } = await worldWithWebhook(api());
    const theirs = await worldWithWebhook(api());
    expect((await read(theirs.world)).map(({ id }) => id)).toEqual([theirs.webhook.id]);
    await api().request('DELETE', `/api/webhooks/${webhook.id}`, { token: world.team.apiKey });
    expect(await read(world)).toEqual([]);
  });

  it.each(['enabled', 'url'])('400: accepts no filter, not even %s', async (name) => {
    const { world } = await worldWithWebhook(api());
    await expectInvalid(api(), [name], () => list(world, `?${name}=1`));
  });

  itPages(api, 'webhooks', async (team) => (await createWebhook(api(), team, closedPortUrl)).id);
});
