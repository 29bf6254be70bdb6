import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '@crewboard/db';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { chromiumArguments, findChromium } from '../../e2e/browser.mjs';
import { createAccount, createSession, openSession } from '../../e2e/fixtures/people.ts';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';
import { type RunningService, startService } from '../../e2e/service/start-service.ts';
import { residentMiB } from '../process-usage.ts';
import { type MakeChanges, prepareChanges } from './make-changes.ts';
import { type Measured, measureStreams } from './measure-streams.ts';
import { arrivalsOn, openBoard } from './watched-board.ts';

const boards = 200;
/** How many of the open boards are windows of a real browser. Windows for all boards would occupy all processors. */
const windows = 3;
/** The streams that the API accepts at most of a team. */
const maxStreams = 500;
/** The streams of one credential that the API accepts at most. */
const streamsPerCredential = 20;
const busy = { perSecond: 100, seconds: 10 };
const quiet = { perSecond: 5, seconds: 10 };

type Bench = {
  service: RunningService;
  db: Database;
  team: { teamId: string; projectId: string; apiKey: string };
  makeChanges: MakeChanges;
};

/**
 * Measures the time from the commit of a change to its end: the process that reads the streams, or the DOM of a board.
 * `--only=TEXT` some of the measurements.
 */
export async function measureLive(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string', default: '' } } });
  const service = await startService();
  const db = openDatabase(service.databaseUrl);
  try {
    const team = await createTeam({ ctx: { db }, input: { name: 'Busy' } });
    const makeChanges = await prepareChanges({ ...service, ...team });
    const bench: Bench = { service, db, team, makeChanges };
    console.log(`${availableParallelism()} cores`);
    for (const [name, measure] of Object.entries(measurements)) {
      if (name.includes(values.only)) report(name, await measure(bench));
    }
  } finally {
    await db.close();
    await service.stop();
  }
}

const measurements: Record<string, (bench: Bench) => Promise<Measured>> = {
  [`${boards} streams of the API, ${busy.perSecond} changes a second`]: async (bench) =>
    measureStreams({ ...bench, ...(await apiStreams(bench, boards)), load: busy }),
  [`${boards} streams of boards through the web server, ${busy.perSecond} changes a second`]: async (bench) =>
    measureStreams({ ...bench, ...(await boardStreams(bench, boards)), load: busy }),
  [`the same beside ${windows} windows of a browser`]: measureBesideWindows,
  // Last, in a process that is warm: the memory of its code would count as that of the streams.
  [`${maxStreams} streams of the API, ${quiet.perSecond} changes a second`]: measureMemory,
};

/** Streams over REST, as agents open them. */
async function apiStreams({ service, team }: Bench, count: number) {
  const client = createTeamClient(service.apiUrl, team.apiKey, team);
  const tokens: string[] = [];
  while (tokens.length * streamsPerCredential < count) {
    tokens.push((await client.createAgent(`Reader ${tokens.length}`)).token);
  }
  const headers = Array.from({ length: count }, (_, index) => ({
    Authorization: `Bearer ${tokens[index % tokens.length]}`,
  }));
  return { url: `${service.apiUrl}/api/teams/${team.teamId}/events`, headers };
}

/** The streams that as many open boards have. */
async function boardStreams({ service, db, team: { teamId } }: Bench, count: number) {
  const account = await createAccount(db, teamId, 'viewer');
  const cookies: string[] = [];
  while (cookies.length * streamsPerCredential < count) {
    const { name, value } = await createSession(db, account, service.appSecret);
    cookies.push(`${name}=${value}`);
  }
  const headers = Array.from({ length: count }, (_, index) => ({
    Cookie: cookies[index % cookies.length] ?? '',
    'Sec-Fetch-Site': 'same-origin',
  }));
  const input = encodeURIComponent(JSON.stringify({ teamId }));
  return { url: `${service.webUrl}/api/trpc/events.follow?team=${teamId}&input=${input}`, headers };
}

/** Also prints what the streams add to the memory of the API. */
async function measureMemory(bench: Bench): Promise<Measured> {
  const { pids } = bench.service;
  const streams = await apiStreams(bench, maxStreams);
  const before = residentMiB(pids.api);
  const onOpen = () => {
    const kib = ((residentMiB(pids.api) - before) * 1_024) / maxStreams;
    console.log(`memory per stream: ${kib.toFixed(0)} KiB in the API (${maxStreams} open)`);
  };
  return measureStreams({ ...bench, ...streams, load: quiet, onOpen });
}

/** Also prints how long each new card took to the DOM of each window. */
async function measureBesideWindows(bench: Bench): Promise<Measured> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const pages = await openWindows(bench, browser);
    const streams = await boardStreams(bench, boards - windows);
    const since = new Date();
    const measured = await measureStreams({ ...bench, ...streams, load: busy });
    const { rows } = await bench.db.pool.query<{ title: string; at: string }>(
      `select snapshot ->> 'title' as title, created_at as at from events
       where team_id = $1 and type = 'task.created' and created_at > $2`,
      [bench.team.teamId, since],
    );
    const commits = new Map(rows.map(({ title, at }) => [title, Date.parse(at)]));
    const delays: number[] = [];
    for (const page of pages) {
      for (const [title, at] of await arrivalsOn(page)) {
        const commit = commits.get(title);
        if (commit !== undefined) delays.push(at - commit);
      }
    }
    const sorted = delays.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
    console.log(`commit to DOM: median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`);
    console.log(`  seen: ${delays.length} of ${measured.created * windows} new cards in all windows`);
    return measured;
  } finally {
    await browser.close();
  }
}

async function openWindows({ service, db, team: { teamId } }: Bench, browser: Browser): Promise<Page[]> {
  const context = await browser.newContext();
  const account = await createAccount(db, teamId, 'viewer');
  await openSession(db, context, account, service.webUrl, service.appSecret);
  const state = await context.storageState();
  const pages: Page[] = [];
  while (pages.length < windows) {
    pages.push(await openBoard(browser, state, `${service.webUrl}/t/${teamId}/board`));
  }
  return pages;
}

function report(name: string, { median, p95, max, events, cpu }: Measured): void {
  console.log(`${name}: median ${median} ms, p95 ${p95} ms, max ${max} ms of ${events} events`);
  const times = Object.entries(cpu).map(([process, us]) => `${process} ${us.toFixed(1)}`);
  console.log(`  processor time of an event in a stream, µs: ${times.join(', ')}`);
}
