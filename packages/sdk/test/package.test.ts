import { execFile } from 'node:child_process';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPackage } from './support/install-package.ts';

const run = promisify(execFile);
const source = path.join(import.meta.dirname, '..');
const root = path.join(source, '../..');
let project: string;

beforeAll(async () => {
  project = await installPackage();
  const modules = path.join(project, 'node_modules');
  await cp(path.join(root, 'node_modules/@types/node'), path.join(modules, '@types/node'), {
    recursive: true,
    dereference: true,
  });
  await symlink(
    path.join(root, 'node_modules/.pnpm/node_modules/undici-types'),
    path.join(modules, 'undici-types'),
  );
});
afterAll(() => rm(project, { recursive: true }));

it('its types stand alone, and the examples of its README compile with them', async () => {
  const readme = await readFile(path.join(source, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts (\w+)\n(.*?)^```/gms)];
  expect(examples.map(([, name]) => name)).toEqual(['client', 'worker', 'events', 'webhooks']);
  for (const [, name, text] of examples) await writeFile(path.join(project, `${name}.ts`), text ?? '');
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, module: 'nodenext', target: 'es2022' },
    ...{ lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'], types: ['node'] },
  };
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { stdout } = await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', project]).catch(
    (error) => error,
  );
  expect(stdout).toBe('');
});

it('loads as JavaScript, without the sources of this project', async () => {
  const program = `import * as sdk from '@crewboard/sdk'; console.log(Object.keys(sdk).join(' '), process.features.typescript)`;
  const { stdout } = await run(
    process.execPath,
    ['--no-strip-types', '--input-type=module', '--eval', program],
    { cwd: project },
  );
  expect(stdout).toBe(
    'ConnectionError CrewboardError WebhookVerificationError createClient createWorker isCode isTransient operations verifyWebhook false\n',
  );
});
