// Takes the pictures of the README: pnpm screenshots
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@crewboard/db';
import { chromium, type Page } from '@playwright/test';
import { createTeam } from '../apps/api/src/features/teams/create-team.ts';
import { chromiumArguments, findChromium } from './browser.mjs';
import { openedWhenHydrated } from './fixtures/hydration.ts';
import { createAccount, signInOverHttp } from './fixtures/people.ts';
import { RestClient } from './fixtures/rest-client.ts';
import { fillTeam } from './service/sample-team.ts';
import { startService } from './service/start-service.ts';

const FOLDER = join(import.meta.dirname, '../docs/images');
const MAX_BYTES = 250_000;

const service = await startService();
const db = openDatabase(service.databaseUrl);
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
try {
  const team = await createTeam({ ctx: { db }, input: { name: 'Northwind' } });
  const client = new RestClient(service.apiUrl, team.apiKey, team);
  const { shownTaskId } = await fillTeam(db, client, team);
  const account = await createAccount(db, team.teamId, 'owner');
  await db.pool.query(`update users set name = 'Sofia Marin' where id = $1`, [account.userId]);
  const context = await browser.newContext({
    baseURL: service.webUrl,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  await signInOverHttp(context, service.webUrl, account);
  const page = openedWhenHydrated(await context.newPage());
  mkdirSync(FOLDER, { recursive: true });

  const path = `/t/${team.teamId}`;
  await take(page, `${path}/board`, 'board-light', 'light');
  await take(page, `${path}/board`, 'board-dark', 'dark');
  await take(page, `${path}/agents`, 'agents', 'light');
  await take(page, `${path}/board/tasks/${shownTaskId}`, 'task', 'light');
} finally {
  await browser.close();
  await db.close();
  await service.stop();
}

async function take(page: Page, path: string, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  const file = join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  const { size } = statSync(file);
  console.log(`${name}.png  ${Math.round(size / 1024)} KiB`);
  if (size > MAX_BYTES) throw new Error(`${name}.png is larger than ${MAX_BYTES} bytes`);
}
