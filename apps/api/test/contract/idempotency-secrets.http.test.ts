import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { closedPortUrl } from '../support/webhooks.ts';

const api = useApi();

it('stores neither tokens nor secrets nor keys in the clear', async () => {
  const key = 'seen-nowhere';
  const { teamId, apiKey } = await api().createTeam();
  const post = (path: string, idempotencyKey: string, body?: unknown) =>
    api().request('POST', path, { token: apiKey, body, headers: { 'Idempotency-Key': idempotencyKey } });
  const agent = await post(`/api/teams/${teamId}/agents`, key, { name: 'Sealed' });
  const { id, token } = agent.body as { id: string; token: string };
  const rotated = await post(`/api/agents/${id}/rotate-token`, `${key}-2`);
  const webhook = await post(`/api/teams/${teamId}/webhooks`, `${key}-3`, { url: closedPortUrl });
  const { secret } = webhook.body as { secret: string };
  expect(secret).toMatch(/^whsec_/);
  const { rows } = await api().owner.query<{ text: string }>(
    `select concat_ws(' ', to_jsonb(kept), encode(key_hash, 'escape'), encode(request_hash, 'escape'),
       encode(sealed, 'escape')) as text from idempotency_keys as kept`,
  );
  const stored = rows.map(({ text }) => text).join('\n');
  expect(stored).toContain('"name": "Sealed"');
  const secrets = [token, (rotated.body as { token: string }).token, apiKey, secret, key];
  expect(secrets.filter((each) => stored.includes(each))).toEqual([]);
});
