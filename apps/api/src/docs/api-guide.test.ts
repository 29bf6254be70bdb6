import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { operationsOf } from '../http/operations.ts';
import { appRouter } from '../trpc/router.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');

it('docs/api.md has a heading for every operation, with its method and path', () => {
  const documented = [...guide.matchAll(/^### (\w+\.\w+)\n\n`([A-Z]+) ([^`]+)`/gm)].map(
    ([, id, method, route]) => ({
      id,
      method,
      path: route?.replaceAll(/:(\w+)/g, '{$1}'),
    }),
  );
  const declared = operationsOf(appRouter).map(({ id, method, path: route }) => ({
    id,
    method,
    path: route,
  }));
  const byId = (a: { id?: string }, b: { id?: string }) => String(a.id).localeCompare(String(b.id));
  expect(documented.sort(byId)).toEqual(declared.sort(byId));
});
