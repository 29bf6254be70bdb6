import { WebhookDeliveryDetails } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { expectRejected } from '../support/log.ts';
import {
  closedPortUrl,
  createDelivery,
  deliveryPath,
  sendTest,
  worldWithWebhook,
} from '../support/webhooks.ts';
import { unknownId } from '../support/world.ts';

const api = useApi();

const get = (token: string, webhookId: string, deliveryId: string) =>
  api().request('GET', deliveryPath(`${webhookId}/${deliveryId}`), { token });

describe('GET /api/webhooks/:webhookId/deliveries/:deliveryId', () => {
  it('200: shows the request and no response before the first attempt', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const delivery = await sendTest(api(), team, webhook.id);
    const reply = await get(team.apiKey, webhook.id, delivery.id);
    const { request, response, ...rest } = expectBody(reply, 200, WebhookDeliveryDetails);
    expect(rest).toEqual(delivery);
    expect(response).toBeNull();
    expect(request).toMatchObject({ url: closedPortUrl, headers: {} });
    expect(JSON.parse(request.body)).toMatchObject({
      type: 'webhook.tested',
      timestamp: expect.any(String),
      data: { eventId: delivery.eventId, teamId: team.teamId },
    });
    expect(reply.text).not.toMatch(/whsec_/);
  });

  it('200: shows the current URL of the webhook', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const delivery = await sendTest(api(), team, webhook.id);
    const url = 'http://127.0.0.1:10/moved';
    await api().request('PATCH', `/api/webhooks/${webhook.id}`, { token: team.apiKey, body: { url } });
    const reply = await get(team.apiKey, webhook.id, delivery.id);
    expect(expectBody(reply, 200, WebhookDeliveryDetails).request.url).toBe(url);
  });

  it('404: an unknown delivery and one of another webhook or team, for every webhook in the path', async () => {
    const { team, webhook } = await worldWithWebhook(api());
    const theirs = await worldWithWebhook(api());
    const own = await sendTest(api(), team, webhook.id);
    const other = await createDelivery(api(), team);
    const foreign = await sendTest(api(), theirs.team, theirs.webhook.id);
    const pairs: [string, string][] = [
      [webhook.id, unknownId],
      [webhook.id, other.id],
      [webhook.id, foreign.id],
      [other.webhookId, own.id],
      [theirs.webhook.id, foreign.id],
      [theirs.webhook.id, own.id],
      [unknownId, own.id],
      [webhook.id, '%00'],
      ['%00', own.id],
    ];
    const responses = new Set<string>();
    for (const [webhookId, deliveryId] of pairs) {
      const send = () => get(team.apiKey, webhookId, deliveryId);
      const { requestId: _, ...problem } = await expectRejected(api(), 404, 'NOT_FOUND', send);
      responses.add(JSON.stringify(problem));
    }
    expect(responses.size).toBe(1);
    expectProblem(await get(theirs.team.apiKey, webhook.id, own.id), 404, 'NOT_FOUND');
  });
});
