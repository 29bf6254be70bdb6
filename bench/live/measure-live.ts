import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@crewboard/db';
import { chromium } from '@playwright/test';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { chromiumArguments, findChromium } from '../../e2e/browser.mjs';
import { createAccount, signInOverHttp } from '../../e2e/fixtures/people.ts';
import { startService } from '../../e2e/service/start-service.ts';
import { makeChanges } from './make-changes.ts';
import { openStreams, openWebStreams } from './open-streams.ts';
import { arrivalsOn, openBoard } from './watched-board.ts';

/** How many of the open boards are windows of a real browser; the others are streams, read as a browser does. */
const WINDOWS = 3;
const BOARDS = 200;
const CHANGES_PER_SECOND = 100;
const SECONDS = 10;
const STREAMS = 1_000;

/**
 * Measures the time from the commit of a change to its DOM update while 200 boards are open and 100 changes a second are made,
 * and the memory of a stream. A browser with as many windows would occupy all cores: three boards are shown, the
 * others are the same streams through the web server, with each event read completely.
 */
export async function measureLive(): Promise<void> {
  const service = await startService();
  const db = openDatabase(service.databaseUrl);
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const team = await createTeam({ ctx: { db }, input: { name: 'Busy' } });
    const account = await createAccount(db, team.teamId, 'viewer');
    console.log(
      `${BOARDS} boards (${WINDOWS} of them windows), ${CHANGES_PER_SECOND} changes a second, ${availableParallelism()} cores`,
    );

    const context = await browser.newContext({ baseURL: service.webUrl, reducedMotion: 'reduce' });
    await signInOverHttp(context, service.webUrl, account);
    const pages = [];
    const state = await context.storageState();
    for (let count = 0; count < WINDOWS; count += 1) {
      pages.push(await openBoard(browser, state, `${service.webUrl}/t/${team.teamId}/board`));
    }
    const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const others = await openWebStreams({ ...service, ...team, cookie, count: BOARDS - WINDOWS });
    const created = await makeChanges({
      ...service,
      ...team,
      perSecond: CHANGES_PER_SECOND,
      seconds: SECONDS,
    });
    await sleep(3_000);
    const { rows } = await db.pool.query<{ title: string; at: string }>(
      `select snapshot ->> 'title' as title, created_at as at from events
       where team_id = $1 and type = 'task.created'`,
      [team.teamId],
    );
    const commits = new Map(rows.map(({ title, at }) => [title, Date.parse(at)]));
    const delays: number[] = [];
    for (const page of pages) {
      for (const [title, at] of await arrivalsOn(page)) {
        const commit = commits.get(title);
        if (commit !== undefined) delays.push(at - commit);
      }
    }
    report('commit to DOM', delays);
    console.log(`  seen: ${delays.length} of ${created * WINDOWS} new cards in all windows`);
    report(`commit to the end of the other ${BOARDS - WINDOWS} boards' streams`, others.close());
    await browser.close();

    const { perStreamKiB, delays: streamDelays } = await openStreams({ ...service, ...team, count: STREAMS });
    console.log(`memory per stream: ${perStreamKiB.toFixed(0)} KiB in the API (${STREAMS} open)`);
    report(`commit to the end of ${STREAMS} streams`, streamDelays);
  } finally {
    await browser.close();
    await db.close();
    await service.stop();
  }
}

function report(name: string, delays: number[]): void {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  console.log(`${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`);
}
