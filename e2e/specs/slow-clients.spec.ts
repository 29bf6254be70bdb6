import { headOf, openRaw, statusOf, statusOfHead } from '../fixtures/raw-http.ts';
import { pairOf, signInFrom } from '../fixtures/sign-in-from.ts';
import { expect, test } from '../fixtures/test.ts';

test('disconnects slow clients, ignores upgrades, and keeps event streams', async ({
  web,
  account,
  team,
}) => {
  const { cookies } = await signInFrom(web, '203.0.113.70', await account('member'));
  const session = { Cookie: cookies.map(pairOf).join('; ') };
  const input = encodeURIComponent(JSON.stringify({ teamId: team.id }));
  const stream = await fetch(`${web.url}/api/trpc/events.follow?team=${team.id}&input=${input}`, {
    headers: { ...session, Accept: 'text/event-stream' },
  });
  expect(stream.status).toBe(200);
  const reader = stream.body?.getReader();

  const slowHeaders = await Promise.all(
    Array.from({ length: 20 }, () => openRaw(web.url, 'GET /sign-in HTTP/1.1\r\nHost: board\r\nX-Slow: ')),
  );
  const json = { 'Content-Type': 'application/json', 'Content-Length': 1_000 };
  const slowBody = await openRaw(
    web.url,
    `${headOf('POST', '/api/trpc/tasks.create', { ...json, ...session })}{`,
  );
  const tooLong = await openRaw(web.url, headOf('GET', '/sign-in', { 'X-Long': 'x'.repeat(17 * 1024) }));
  const upgrade = headOf('GET', '/nothing', { Upgrade: 'websocket', Connection: 'Upgrade, close' });
  expect(statusOf(await tooLong.closed)).toBe(431);
  expect(await statusOfHead(web.url, upgrade)).toBe(404);
  for (const { closed } of slowHeaders) expect(statusOf(await closed)).toBe(408);
  // The slowest timeout is 30 s; the stream was never silent for that long.
  await slowBody.closed;

  let received = '';
  const decoder = new TextDecoder();
  while (!received.includes('ping')) {
    const chunk = await reader?.read();
    expect(chunk?.done).toBe(false);
    received += decoder.decode(chunk?.value);
  }
  await reader?.cancel();
  expect(await web.log()).not.toMatch(/error/i);
});
