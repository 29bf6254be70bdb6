import { afterEach, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { createWorld } from '../support/world.ts';
import { closeStreams, openStream } from './support/event-stream.ts';

const api = useApi();
afterEach(closeStreams);

describe('GET /api/teams/:teamId/events responds by the weights of Accept', () => {
  it.each([
    'text/event-stream;q=0',
    'text/event-stream;q=0.1, application/json',
    'application/json, text/event-stream;q=0.9',
    '*/*',
  ])('with a list, which accepts `limit`: %s', async (accept) => {
    const { team } = await createWorld(api());
    const { teamId, apiKey: token } = team;
    const list = () =>
      api().request('GET', `/api/teams/${teamId}/events?limit=1`, { token, headers: { Accept: accept } });
    const { status, headers } = await list();
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    // The log waits for open transactions of all databases of the server.
    await expect.poll(async () => (await list()).body, { timeout: 60_000 }).toHaveLength(1);
  });

  it.each(['text/event-stream', 'application/json;q=0.5, text/event-stream', 'text/event-stream, */*'])(
    'with a stream: %s',
    async (accept) => {
      const { team } = await createWorld(api());
      await openStream(api(), team.teamId, { token: team.apiKey, headers: { Accept: accept } });
    },
  );
});
