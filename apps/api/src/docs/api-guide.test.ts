import { readFileSync } from 'node:fs';
import path from 'node:path';
import { restOperations } from '@crewboard/contracts';
import { expect, it } from 'vitest';

const guide = readFileSync(path.join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');

it('docs/api.md has a heading for every operation, with its method and path', () => {
  const documented = [...guide.matchAll(/^### (\w+\.\w+)\n\n`([A-Z]+) ([^`]+)`/gm)].map(
    ([, id, method, route]) => ({
      id,
      method,
      path: route?.replaceAll(/:(\w+)/g, '{$1}'),
    }),
  );
  const declared = restOperations.map(({ id, rest }) => ({ id, method: rest.method, path: rest.path }));
  const byId = (a: { id?: string }, b: { id?: string }) => String(a.id).localeCompare(String(b.id));
  expect(documented.sort(byId)).toEqual(declared.sort(byId));
});
