import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openDatabase } from '@crewboard/db';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { chromiumArguments, findChromium } from '../../e2e/browser.mjs';
import { cardOf, columnOf, dragTo } from '../../e2e/fixtures/board.ts';
import { choose } from '../../e2e/fixtures/choose.ts';
import { waitForHydration, waitForScripts } from '../../e2e/fixtures/hydration.ts';
import { type Account, createAccount, openSession } from '../../e2e/fixtures/people.ts';
import { type RunningService, startService } from '../../e2e/service/start-service.ts';
import { fillBoard } from './fill-board.ts';
import { framesDuring, largestPaintOf, recordTiming, scriptsOf, slowestInteraction } from './page-timing.ts';

const sizes = ['10000', '300000'];
/** Each figure is the median of as many runs; of interactions, each run is another card. */
const runs = 5;
const wheelSteps = 40;
const lateFrameMs = 50;

/** The goals of the project. */
const goalsMs = { paint: 1_200, interaction: 100 };

type Db = ReturnType<typeof openDatabase>;

/**
 * Measures boards of 10,000 and 300,000 tasks in a browser, on the production build: `--tasks=N` a board of another
 * size, `--only=TEXT` some interactions.
 */
export async function measureWeb(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { tasks: { type: 'string', multiple: true, default: sizes }, only: { type: 'string' } },
  });
  const service = await startService();
  const db = openDatabase(service.databaseUrl);
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  console.log(
    `${availableParallelism()} cores; median of ${runs}; goals: paint ${goalsMs.paint} ms, interactions ${goalsMs.interaction} ms`,
  );
  try {
    for (const size of values.tasks.map(Number)) {
      const team = await createTeam({ ctx: { db }, input: { name: `Board of ${size}` } });
      await fillBoard(db, team, size);
      const account = await createAccount(db, team.teamId, 'member');
      const figures = await measureBoard({
        service,
        db,
        browser,
        account,
        path: `/t/${team.teamId}/board`,
        only: values.only,
      });
      console.log(`\nBoard of ${size.toLocaleString('en')} tasks`);
      for (const [name, figure] of Object.entries(figures)) console.log(`  ${name.padEnd(44)} ${figure}`);
    }
  } finally {
    await browser.close();
    await db.close();
    await service.stop();
  }
}

interface BoardUnderTest {
  service: RunningService;
  db: Db;
  browser: Browser;
  account: Account;
  path: string;
  only: string | undefined;
}

async function measureBoard(board: BoardUnderTest): Promise<Record<string, string>> {
  const paints: number[] = [];
  const firstScripts: number[] = [];
  // The first visit fills the caches of the servers, not those of the next browser contexts.
  for (let run = 0; run <= runs; run += 1) {
    const { page, close } = await openBoard(board);
    if (run > 0) {
      paints.push(await largestPaintOf(page));
      firstScripts.push(await scriptsOf(page));
    }
    await close();
  }

  const { page, close } = await openBoard(board);
  await openPage(page, board.path);
  const allScripts = await scriptsOf(page);
  const scrolling = await scroll(page);
  await openPage(page, board.path);
  const figures: Record<string, string> = {
    'largest contentful paint': ms(median(paints)),
    'JavaScript until the load event, gzip': `${median(firstScripts).toFixed(0)} KiB`,
    'JavaScript with what is loaded when idle': `${allScripts.toFixed(0)} KiB`,
  };
  for (const [name, measure] of Object.entries(interactions)) {
    if (!name.includes(board.only ?? '')) continue;
    figures[name] = await medianOf((run) => measure(page, run)).then(ms, failure);
    // Close what a failed interaction has left open.
    await openPage(page, board.path);
  }
  figures['frames while scrolling'] = scrolling;
  await close();
  return figures;
}

async function openBoard({ service, db, browser, account, path }: BoardUnderTest) {
  const context = await browser.newContext({
    baseURL: service.webUrl,
    viewport: { width: 1280, height: 800 },
  });
  await openSession(db, context, account, service.webUrl, service.appSecret);
  const page = await context.newPage();
  await recordTiming(page);
  await page.goto(path, { waitUntil: 'load' });
  await page.locator('a[data-task-id]').first().waitFor();
  return { page, close: () => context.close() };
}

/** Waits until the page handles events and has loaded all its code. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
  await waitForScripts(page);
}

const firstCards = (page: Page) => columnOf(page, 'To do').locator('a[data-task-id]');

const openTask = (page: Page, run: number) =>
  slowestInteraction(page, async () => {
    const card = firstCards(page).nth(run);
    const title = (await card.locator('span').first().textContent()) ?? '';
    await card.click();
    await page.getByRole('complementary', { name: title }).waitFor();
  });

async function closeTask(page: Page): Promise<number> {
  const panel = page.getByRole('complementary');
  await firstCards(page).first().click();
  await panel.waitFor();
  return slowestInteraction(page, async () => {
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });
}

const filter = (page: Page) =>
  slowestInteraction(page, async () => {
    const before = await firstCards(page).first().getAttribute('data-task-id');
    await choose(
      page,
      page.getByRole('textbox', { name: 'Priority' }).or(page.getByRole('combobox', { name: 'Priority' })),
      'Low',
    );
    await page.waitForURL(/priority=low/);
    await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.waitForURL((url) => url.search === '');
    await page.locator(`a[data-task-id="${before}"]`).waitFor();
  });

const search = (page: Page, run: number) =>
  slowestInteraction(page, async () => {
    const field = page.getByRole('searchbox', { name: 'Search tasks' });
    await field.pressSequentially(`supplier ${run + 1}1`);
    await page.waitForURL(/q=supplier/);
    await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
    await field.press('Escape');
    await page.waitForURL((url) => url.search === '');
  });

const drag = (page: Page) =>
  slowestInteraction(page, async () => {
    const card = firstCards(page).first();
    const title = (await card.locator('span').first().textContent()) ?? '';
    await dragTo(page, cardOf(page, title), columnOf(page, 'In progress'));
    await columnOf(page, 'In progress').getByText(title).waitFor();
  });

const interactions: Record<string, (page: Page, run: number) => Promise<number>> = {
  'open a task': openTask,
  'close a task': closeTask,
  'filter by priority, and clear': filter,
  'search, each letter': search,
  'drag to another column': drag,
};

/** Scrolls a column with the wheel, through several of its pages. */
async function scroll(page: Page): Promise<string> {
  const column = columnOf(page, 'Done');
  await column.hover();
  const intervals = await framesDuring(page, async () => {
    for (let step = 0; step < wheelSteps; step += 1) await page.mouse.wheel(0, 400);
  });
  const late = intervals.filter((interval) => interval > lateFrameMs).length;
  const worst = Math.max(...intervals);
  return `median ${ms(median(intervals))}, slowest ${ms(worst)}, ${late} of ${intervals.length} above ${lateFrameMs} ms`;
}

async function medianOf(measure: (run: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await measure(run));
  return median(times);
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** In place of a figure: an interaction that fails does not end the measurement of the others. */
const failure = (error: unknown): string => `failed: ${String(error).split('\n')[0]}`;

const ms = (value: number): string => `${value.toFixed(0)} ms`;
