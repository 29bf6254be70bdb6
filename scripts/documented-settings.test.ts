import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../apps/api/src/cli/doctor/setting-names.ts';
import { settingsByProgram } from '../apps/api/src/env.ts';
import { readEnv as readWebEnv } from '../apps/web/src/lib/env.ts';
import { SECRETS } from '../packages/app-secret/src/secret-files.mjs';
import { resolveDataLocation } from '../packages/db/src/embedded/data-location.mjs';
import { projectRoot } from './setup/project.mjs';
import { readAppSecrets } from './supervisor/app-secret.mjs';
import { readSettings } from './supervisor/settings.mjs';

/** The names that `read` looks up in an environment. */
function namesRead(read: (env: NodeJS.ProcessEnv) => unknown): string[] {
  const names = new Set<string>();
  const values: Record<string, string> = { APP_SECRET: 'a secret of the tests, long enough for them' };
  const get = (_: object, name: string) => {
    names.add(name);
    return values[name];
  };
  read(new Proxy<NodeJS.ProcessEnv>({ NODE_ENV: 'test' }, { get }));
  return [...names];
}

const declared = {
  ...settingsByProgram,
  // The server that Next makes reads the last two.
  web: [...namesRead(readWebEnv), 'HOSTNAME', 'PORT'],
  start: [
    ...namesRead(readSettings),
    ...namesRead((env) => readAppSecrets(env, '/nonexistent')),
    ...namesRead((env) => resolveDataLocation(projectRoot, env)),
  ],
};

const readDocument = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const namesIn = (text: string) => [...text.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name);
/** The rows of the first table after a heading, as their cells. */
function tableAfter(heading: string, document: string): string[][] {
  const [, section = ''] = document.split(`\n${heading}\n`);
  const table = /(?:^\|.*\n)+/m.exec(section)?.[0] ?? '';
  return table
    .split('\n')
    .slice(2, -1)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

const operations = readDocument('docs/operations.md');

test.each(['api', 'worker', 'migrate', 'admin', 'web'] as const)(
  'the table of processes has all settings of the process %s, and no other',
  (program) => {
    const file = { api: 'main.js', web: 'server.js' }[program as string] ?? `${program}.js`;
    const row = tableAfter('## Processes', operations).find(([, command]) => command?.includes(`/${file}`));
    expect(sorted(namesIn((row ?? []).slice(2).join(' ')))).toEqual(sorted(declared[program]));
  },
);

test('the tables of README and of the metrics have each setting of npm start and of its processes, and no other', () => {
  const rows = [
    ...tableAfter('## Configuration', readDocument('README.md')),
    ...tableAfter('## Metrics and traces', operations),
  ];
  const documented = sorted(rows.flatMap(([variable = '']) => namesIn(variable)));
  // `npm start` sets the first three itself; the last one is another name of PUBLIC_URL.
  const others = ['API_URL', 'HOSTNAME', 'PORT', 'NEXTAUTH_URL'];
  // Of migrate on its own: `npm start` shows the first password on the terminal.
  const isInternal = (name: string) => others.includes(name) || name.startsWith('INIT_');
  const { start, api, worker, web } = declared;
  expect(documented).toEqual(
    sorted([...start, ...api, ...worker, ...web].filter((name) => !isInternal(name))),
  );
});

test('the guide names all secrets that can be files', () => {
  const [, section = ''] = operations.split('\n### Secrets in files\n');
  const names = namesIn(section.split('\n#')[0] ?? '').filter((name) => !name.endsWith('_FILE'));
  expect(sorted(names)).toEqual(sorted(SECRETS));
});

test('admin doctor knows the name of each setting, and no other', () => {
  expect(sorted(settingNames)).toEqual(sorted([...Object.values(declared).flat(), ...SECRETS]));
});
