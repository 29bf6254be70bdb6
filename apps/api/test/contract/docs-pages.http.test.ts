import { errorCatalog, errorCodes, type Problem } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { type Reply, useApi } from '../harness.ts';

const api = useApi();

/** The URLs that a page loads, from its tags and styles. */
function loadedBy(html: string): string[] {
  const tags = html.matchAll(
    /<(?:script|link|img|iframe|source|object|embed|base)\b[^>]*?\b(?:src|href|data)=["']?([^"'\s>]+)/gi,
  );
  const styles = html.matchAll(/(?:url\(\s*["']?|@import\s+["'])([^"')\s]+)/gi);
  return [...tags, ...styles].map(([, address]) => address ?? '');
}

describe('pages for people', () => {
  const html = async (path: string): Promise<Reply & { at: string }> => {
    const response = await fetch(`${api().url}${path}`);
    const text = await response.text();
    expect(response.status, text.slice(0, 200)).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    return { status: 200, headers: response.headers, text, body: text, at: response.url };
  };

  it.each(['/docs', '/docs/errors'])(
    '%s loads nothing from other hosts, and everything that it loads exists',
    async (path) => {
      const page = await html(path);
      for (const address of loadedBy(page.text).filter((one) => !one.startsWith('data:'))) {
        const url = new URL(address, page.at);
        expect(url.origin, address).toBe(api().url);
        const loaded = await fetch(url);
        expect(loaded.status, address).toBe(200);
        expect((await loaded.arrayBuffer()).byteLength).toBeGreaterThan(0);
      }
    },
  );

  it('/docs shows the document of this service', async () => {
    const page = await html('/docs');
    expect(page.text).toMatch(/openapi\.json/);
    expect(loadedBy(page.text).length).toBeGreaterThan(0);
    expect(page.text).not.toMatch(
      /https?:\/\/(?!www\.w3\.org)[^"'\s]*(?:scalar|jsdelivr|unpkg|googleapis|gstatic)/i,
    );
  });

  it('/docs/errors has an anchor for every error, with its status and the next step', async () => {
    const page = await html('/docs/errors');
    for (const code of errorCodes) {
      const anchor = code.toLowerCase().replaceAll('_', '-');
      const article = new RegExp(`id="${anchor}"[\\s\\S]*?</article>`).exec(page.text)?.[0];
      expect(article, code).toContain(code);
      expect(article, code).toContain(String(errorCatalog[code].status));
      expect(article, code).toContain('What to do');
    }
  });

  it('the type of a real error links to its anchor', async () => {
    const errors = [
      await api().request('GET', '/api/me'),
      await api().request('GET', '/api/nothing'),
      await api().request('PUT', '/api/me'),
    ];
    for (const { body } of errors) {
      const type = new URL((body as Problem).type, api().url);
      expect(type.origin).toBe(api().url);
      expect((await html(type.pathname)).text).toContain(`id="${type.hash.slice(1)}"`);
    }
  });
});
