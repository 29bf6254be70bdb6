import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../fixtures/test.ts';

const apps = path.join(import.meta.dirname, '../../apps');
const standalone = path.join(apps, 'web/.next/standalone');

test('the built web server has the license of each package in it, and none for images', () => {
  const licenses = readFileSync(path.join(standalone, 'apps/web/THIRD-PARTY-LICENSES.txt'), 'utf8');
  const copied = readdirSync(path.join(standalone, 'node_modules/.pnpm'))
    .filter((folder) => folder.includes('@'))
    .map((folder) => folder.replace('+', '/').replace(/(?<=.)@([\d.]+).*/, ' $1'));
  expect(copied.length).toBeGreaterThan(1);
  for (const name of copied) expect(licenses).toContain(`\n${name} (`);
  // In the bundles: of pages, of a page through others, of the server, and inside the files of Next.
  for (const name of ['@mantine/core', 'micromark', 'jose', 'path-to-regexp', 'pino', 'prom-client'])
    expect(licenses).toMatch(new RegExp(`^${name} .*\n\n.*license`, 'im'));
  expect(licenses).not.toMatch(/^(sharp|@img|fastify)\b/m);
  const files = readdirSync(standalone, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /(^|\/)(@img|sharp)/.test(file))).toEqual([]);
});

test('the built API has the license of each package in it, each once', () => {
  const licenses = readFileSync(path.join(apps, 'api/dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  // Bundled, bundled through others, and copied.
  for (const name of ['fastify', 'pg', 'pino', 'find-my-way', '@node-rs/argon2'])
    expect(licenses).toMatch(new RegExp(`^${name} .*\n\n.*license`, 'im'));
  const titles = licenses.match(/(?<=^-{80}\n\n).+/gm) ?? [];
  expect(titles.length).toBeGreaterThan(100);
  expect(new Set(titles).size).toBe(titles.length);
});
