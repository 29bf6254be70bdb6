import { describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';

const api = useApi();

describe('caching', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${api().url}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });

  it.each(['/docs/', '/docs/errors', '/openapi.json', '/llms.txt', '/docs/js/scalar.js'])(
    'responds to a revalidation of %s with 304, in every encoding',
    async (path) => {
      const first = await get(path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
      const text = await first.text();
      for (const coding of ['br', 'gzip']) {
        const coded = await get(path, { 'Accept-Encoding': coding });
        expect(coded.headers.get('content-encoding')).toBe(coding);
        expect(coded.headers.get('vary')).toBe('Accept-Encoding');
        expect(Number(coded.headers.get('content-length'))).toBeLessThan(text.length);
        expect(coded.headers.get('etag')).toBe(etag);
        expect(await coded.text()).toBe(text);
      }
      for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
        const again = await get(path, { 'If-None-Match': known });
        expect([again.status, await again.text()]).toEqual([304, '']);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
        expect(again.headers.get('content-security-policy')).toBe(
          first.headers.get('content-security-policy'),
        );
      }
      expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    },
  );

  it('caches pages for minutes, and the script, whose URL has its version, forever', async () => {
    for (const path of ['/docs', '/docs/', '/docs/errors', '/openapi.json', '/llms.txt']) {
      expect((await get(path)).headers.get('cache-control'), path).toBe('public, max-age=300');
    }
    const script = /src="(\/docs\/js\/scalar\.js\?v=[^"]+)"/.exec(await (await get('/docs/')).text())?.[1];
    const loaded = await get(script ?? '');
    expect(loaded.status).toBe(200);
    expect(loaded.headers.get('content-type')).toMatch(/^application\/javascript/);
    expect(loaded.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});
