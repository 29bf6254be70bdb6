import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '@crewboard/db/testing';
import { createClient } from '@crewboard/sdk';
import { openBrowser } from '../../e2e/service/open-browser.ts';
import { checkOutRelease } from '../../scripts/release-checkout.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { isInstalled, ReverseProxy } from '../restart/proxies.ts';
import { type Row, rowOf } from '../row.ts';
import type { FaultContext } from '../webhooks/support/world.ts';
import { Installation } from './installation.ts';
import { OpenTabs } from './open-tabs.ts';
import { WebPerson } from './web-person.ts';

export type WebSize = {
  /** The release that is upgraded. */
  from: string;
  persons: number;
  /** How long the people work in each of the states between which a process is replaced. */
  stepMs: number;
};

/** Pages of this release and of those before do not notice an upgrade. */
const lastSilentRelease = '0.5.0';
const isSilent = (release: string) => release.localeCompare(lastSilentRelease, 'en', { numeric: true }) <= 0;
/**
 * The server of a former version is gone, and with it the parts that its pages load later: the pages ask for a reload.
 */
const isOfFormerBuild = (error: string) => error.startsWith('404 /_next/static/');
/** A page shows the notice of an upgrade 30 s after the last response of its own version. */
const noticeDelayMs = 35_000;

/**
 * Two web servers behind HAProxy, each with another API, are replaced by those of this version, while people work and
 * two tabs stay open. A former web server calls a new API, and a new web server a former API.
 */
export async function runWebUpgrade(context: FaultContext, { from, ...size }: WebSize): Promise<Row[]> {
  const name = `upgrade of web servers from ${from}`;
  const expected =
    'no request fails, nothing is lost; open tabs go on, keep what was typed, and are told to reload; only files of the former version may be missing';
  const browser = await openBrowser();
  if (!browser || !isInstalled('haproxy'))
    return [
      { fault: name, expected, seen: `not run: install ${browser ? 'haproxy' : 'chromium'}`, ok: false },
    ];
  const former = checkOutRelease(from, { hasWeb: true });
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-upgrade-'));
  const installation = await Installation.create(context, folder);
  const cleanUps: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true }),
    () => installation.close(),
    () => browser.close(),
  ];
  try {
    installation.migrate(former);
    const team = installation.createTeam(former);
    const person = installation.createPerson(former, team);
    for (const index of [0, 1]) await installation.startApi(index, former);
    for (const index of [0, 1]) await installation.startWeb(index, former, { api: 1 - index });
    const proxy = await ReverseProxy.start('haproxy', installation.portOf, { isAsDeployed: true });
    cleanUps.push(() => proxy.stop());
    const { teamId, projectId, apiKey } = team;
    const client = createClient({ url: proxy.url, token: apiKey });
    await client.tasks.create({ teamId, projectId, title: 'Commented' });
    const account = { ...person, teamId, projectId, url: proxy.url };
    const tabs = await OpenTabs.open({ ...account, browser, taskTitle: 'Commented' });
    const people = await Promise.all(Array.from({ length: size.persons }, () => WebPerson.start(account)));
    cleanUps.push(() => Promise.all(people.map((each) => each.end())));

    const missed: string[] = [];
    const steps: [string, () => unknown][] = [
      [`${from} runs`, () => undefined],
      ['the database is migrated', () => installation.migrate(projectRoot)],
      ['one API is replaced', () => installation.startApi(0, projectRoot)],
      ['its web server calls a former API', () => installation.startWeb(0, projectRoot, { api: 1 })],
      ['the other API is replaced', () => installation.startApi(1, projectRoot)],
      ['the other web server is replaced', () => installation.startWeb(1, projectRoot, { api: 0 })],
    ];
    for (const [what, run] of steps) {
      await run();
      console.log(`       ${what}`);
      await sleep(size.stepMs);
      await client.tasks.create({ teamId, projectId, title: `Seen: ${what}` });
      if (!(await tabs.showTask(`Seen: ${what}`))) missed.push(what);
    }
    await Promise.all(people.map((each) => each.end()));
    if (!isSilent(from)) await sleep(noticeDelayMs);
    const notices = await tabs.notices();
    // Read before the person leaves the pages by links, which loads others.
    const { loads } = tabs;
    const sent = await tabs.sendTexts();
    const visited = await tabs.visitPages();

    const db = openTestDatabase(installation.ownerUrl, { maxConnections: 1 });
    cleanUps.push(() => db.close());
    const { rows } = await db.pool.query<{ id: string; status: string }>(
      `select id, status from tasks where title = 'Of a person'`,
    );
    const statusById = new Map(rows.map(({ id, status }) => [id, status]));
    const confirmed = people.flatMap((each) => [...each.confirmed]);
    const lost = confirmed.filter(([id, status]) => statusById.get(id) !== status).length;
    const failures = people
      .flatMap((each) => [...each.failures])
      .map(([what, count]) => `${count} × ${what}`);
    const seen =
      `${people.reduce((sum, { requests }) => sum + requests, 0)} requests of ${people.length} people, failed: ${failures.join(', ') || 'none'}; ` +
      `${confirmed.length} tasks, ${lost} lost, ${rows.length - confirmed.length} more than confirmed; open tabs: ${loads} reloads, ` +
      `showed ${steps.length - missed.length} of ${steps.length} changes, notices: ${notices.join(' | ') || 'none'}, ` +
      `sent ${sent.join(' and ')}, then opened ${visited.join(', ')}; ${[...new Set(tabs.errors)].join(', ') || 'no error'}`;
    return [
      rowOf(name, expected, seen, {
        'no request failed': failures.length === 0,
        'nothing is lost or done twice': lost === 0 && rows.length === confirmed.length,
        'tabs follow changes': missed.length === 0 && loads === 0,
        'tabs tell to reload': isSilent(from) || notices.some((text) => text.includes('was updated')),
        'tabs keep what was typed': sent.length === 2,
        'pages open from a tab': visited.length === 3,
        'tabs meet no other error': tabs.errors.every(isOfFormerBuild),
      }),
    ];
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}
