import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';

const api = useApi();
const overHttps = useApi({ publicUrl: 'https://api.example' });

const paths = [
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

it('with a public https URL every response has HSTS', async () => {
  for (const path of paths) {
    const { headers } = await overHttps().request('GET', path);
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
  }
});

it('a page names in its policy what it needs, anew for each response', async () => {
  const policies = new Set<string | null>();
  for (let count = 0; count < 2; count += 1) {
    const { headers, text } = await api().request('GET', '/docs/');
    const policy = headers.get('content-security-policy');
    const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policy ?? '')?.[1];
    const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(0);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
    policies.add(policy);
  }
  expect(policies.size).toBe(2);
});
