// Runs the vitest tests that the changes of this branch touch: `pnpm test:changed`.
import { execFileSync } from 'node:child_process';
import { projectRoot } from './setup/project.mjs';
import { runInForeground } from './setup/run-in-foreground.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';

/** Tests of the running app import nearly all of it, so they are selected by folder instead of by import. */
const testsByFolder: [source: RegExp, tests: string[]][] = [
  [/^apps\/api\/src\/features\/(tasks|comments|projects|agents)\//, ['apps/api/test/http/$1.']],
  [/^apps\/api\/src\/features\/tasks\//, ['apps/api/src/features/tasks/']],
  [/^apps\/api\/src\/features\/board\//, ['apps/api/test/members/']],
  [
    /^apps\/api\/src\/features\/(accounts|members|teams|api-keys)\//,
    ['apps/api/test/members/', 'apps/api/test/cli/'],
  ],
  [
    /^apps\/api\/src\/features\/events\//,
    ['apps/api/test/http/events.', 'apps/api/test/log/follow', 'apps/api/test/log/audit'],
  ],
  [
    /^apps\/api\/src\/(features|workers)\/webhooks\//,
    ['apps/api/test/http/webhooks.', 'apps/api/test/webhooks/'],
  ],
  [/^apps\/api\/src\/(http|trpc|auth|docs)\//, ['apps/api/test/contract/']],
  [/^apps\/api\/src\/limits\//, ['apps/api/test/limits/']],
  [/^apps\/api\/src\/outbound\//, ['apps/api/test/outbound/']],
  [/^apps\/api\/src\/cli\//, ['apps/api/test/cli/']],
  [/^packages\/contracts\//, ['apps/api/test/contract/']],
  [/^packages\/db\/(src|prisma)\//, ['packages/db/src/']],
];
const needsApp = /\.(http|db|faults)\.test\.ts$/;

const linesOf = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: projectRoot, encoding: 'utf8' }).split('\n').filter(Boolean);

const [base = 'main'] = process.argv.slice(2);
const [mergeBase = base] = linesOf('git', 'merge-base', base, 'HEAD');
const changed = [
  ...linesOf('git', 'diff', '--name-only', mergeBase),
  ...linesOf('git', 'ls-files', '--others', '--exclude-standard'),
];
const folders = testsByFolder.flatMap(([source, tests]) =>
  changed.flatMap((file) => {
    const match = source.exec(file);
    return match ? tests.map((test) => test.replace('$1', match[1] ?? '')) : [];
  }),
);
const isChosen = (file: string) =>
  !needsApp.test(file) || changed.includes(file) || folders.some((folder) => file.startsWith(folder));
const related = linesOf(process.execPath, vitest, 'list', '--filesOnly', `--changed=${mergeBase}`);
const chosen = related.filter(isChosen);
if (chosen.length === 0) console.log('No test is related to the changes.');
else process.exitCode = await runInForeground([vitest, 'run', ...chosen]);
