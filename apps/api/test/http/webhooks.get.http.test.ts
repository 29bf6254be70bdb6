import { Webhook } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { worldWithWebhook } from '../support/webhooks.ts';

const api = useApi();

const get = (id: string, token: string) => api().request('GET', `/api/webhooks/${id}`, { token });

describe('GET /api/webhooks/:webhookId', () => {
  it('200: the webhook as it was created, without its secret', async () => {
    const fields = { description: 'Line 1\nLine 2 🚀', eventTypes: ['task.claimed', 'project.created'] };
    const { team, webhook, secret } = await worldWithWebhook(api(), fields);
    const reply = await get(webhook.id, team.apiKey);
    expect(expectBody(reply, 200, Webhook)).toEqual(webhook);
    expect(webhook).toMatchObject(fields);
    expect(reply.text).not.toContain(secret.slice('whsec_'.length));
    expect(reply.text).not.toMatch(/whsec_|"secret"/);
  });
});
