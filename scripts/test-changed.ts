// `pnpm test:changed [BASE]`: runs the tests that the changes since BASE, by default the branch main, can affect.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './setup/project.mjs';
import { runInForeground } from './setup/run-in-foreground.mjs';

const vitest = 'node_modules/vitest/vitest.mjs';

/** Tests of the running app, by the folders they test: they import nearly all files, so imports select too many. */
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
  [/^apps\/api\/src\/(limits|auth)\//, ['apps/api/test/limits/']],
  [/^apps\/api\/src\/outbound\//, ['apps/api/test/outbound/']],
  [/^apps\/api\/src\/cli\//, ['apps/api/test/cli/']],
  [/^packages\/contracts\//, ['apps/api/test/contract/']],
  [/^packages\/db\/(src|prisma)\//, ['packages/db/src/']],
];
/** Specs in the browser, by the folders they test, because they import nothing of the pages. */
const specsByFolder: [source: RegExp, specs: RegExp][] = [
  [/^apps\/web\/src\/(features|app)\/(account|sign-in)\//, /^(account|sign-in)\./],
  [/^apps\/web\/src\/features\/(agents|activity|first-call)\//, /^agent/],
  [/^apps\/web\/src\/features\/(api-keys|projects)\//, /^settings\./],
  [/^apps\/web\/src\/(features|domain)\/attention\//, /^attention/],
  [/^apps\/web\/src\/features\/audit\//, /^(audit|wide-screen)/],
  [/^apps\/web\/src\/(features|domain)\/board\//, /^(blocked-tasks|board|get-started|live|undo|wide-screen)/],
  [
    /^apps\/web\/src\/domain\/(board|live)\//,
    /^(dependencies|leases|live|sub-tasks|slow-responses|task-panel|waiting-changes)\./,
  ],
  [/^apps\/web\/src\/(features|app)\/status\//, /^(security|wide-screen)\./],
  [/^apps\/web\/src\/features\/command-palette\//, /^(keyboard|slow-responses)\./],
  [/^apps\/web\/src\/(domain\/(account|drafts)|features\/projects)\//, /^(drafts|instructions)\./],
  [/^apps\/web\/src\/lib\/failures\//, /^(outage|rate-limit)\./],
  [/^apps\/web\/src\/(components|lib)\/dialogs\//, /^discard\./],
  [/^apps\/web\/src\/domain\/(events\/|team\/assignee-names)/, /^(audit|task-panel)\./],
  [/^apps\/web\/src\/(features|domain)\/live\//, /^(live|offline)\./],
  [/^apps\/web\/src\/features\/members\//, /^(members|roles)\./],
  [/^apps\/web\/src\/(features|domain)\/(shell|teams?)\//, /^(appearance|get-started|roles|teams)\./],
  [
    /^apps\/web\/src\/features\/task-panel\//,
    /^(task-panel|dependencies|sub-tasks|description-conflict|drafts|due-date|external-id|long-description|markdown|slow-responses|start-time|wide-screen|writing-direction)\./,
  ],
  [/^apps\/web\/src\/features\/webhook-deliveries\//, /^webhook-(deliveries|log)\./],
  [/^apps\/web\/src\/(features|domain)\/webhooks\//, /^webhooks\./],
  [
    /^apps\/web\/src\/(app\/t|components|lib\/format|styles)\//,
    /^(first-response|appearance|every-page|input-size|lazy-parts|writing-direction)\./,
  ],
  [
    /^apps\/web\/src\/lib\/(dialogs|focus|keys|lazy|notices)\//,
    /^(board-keyboard|keyboard|lazy-parts|undo)\./,
  ],
  [
    /^apps\/web\/(src\/(lib\/(server|auth)|app\/api)\/|src\/proxy|http-server)/,
    /^(sign-in|security|web-limits|https)\./,
  ],
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

const isImportedBy = (spec: string) => (file: string) => {
  const [, module] = /^e2e\/((?:fixtures|service)\/.*)$/.exec(file) ?? [];
  return module && readFileSync(join(projectRoot, 'e2e/specs', spec), 'utf8').includes(`'../${module}'`);
};
const specs = readdirSync(join(projectRoot, 'e2e/specs')).filter(
  (spec) =>
    changed.includes(`e2e/specs/${spec}`) ||
    changed.some(isImportedBy(spec)) ||
    specsByFolder.some(([source, names]) => names.test(spec) && changed.some((file) => source.test(file))),
);

if (chosen.length + specs.length === 0) console.log('No test is related to the changes.');
const unit = chosen.length > 0 ? runInForeground([vitest, 'run', ...chosen]) : Promise.resolve(0);
const browser =
  specs.length > 0
    ? runInForeground(
        ['scripts/test.mjs', '--browser', ...specs.map((spec) => `/${spec}`)],
        process.env,
        unit,
      )
    : 0;
process.exitCode = Math.max(...(await Promise.all([unit, browser])));
