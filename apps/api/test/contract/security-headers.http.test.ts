import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';

const api = useApi();
const overHttps = useApi({ publicUrl: 'https://api.example' });

const paths = [
  '/',
  '/docs/',
  '/docs/errors',
  '/openapi.json',
  '/llms.txt',
  '/livez',
  '/readyz',
  '/api/me',
  '/nowhere',
];

it.each(paths)('%s has the security headers, and no HSTS without https', async (path) => {
  const { headers } = await api().request('GET', path);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; frame-ancestors 'none'/),
  });
  expect(headers.has('strict-transport-security')).toBe(false);
});

it('sends HSTS on every response with a public https URL', async () => {
  for (const path of paths) {
    const { headers } = await overHttps().request('GET', path);
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
  }
});

it('has the hashes of inline scripts in the policy, which is cacheable with the page', async () => {
  const { headers, text } = await api().request('GET', '/docs/');
  const policy = headers.get('content-security-policy') ?? '';
  const scripts = [...text.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
  const inline = scripts.filter(([, attributes]) => !attributes?.includes('src='));
  expect(inline.length).toBeGreaterThan(0);
  const hashes = inline.map(([, , script = '']) => createHash('sha256').update(script).digest('base64'));
  expect(policy).toContain(`; script-src 'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')};`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});
