// Takes the pictures of the README and the guides: pnpm screenshots
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { withHydration } from './fixtures/hydration.ts';
import { seedDeliveries } from './gallery/seed-deliveries.ts';
import { seedWebhooks } from './gallery/seed-webhooks.ts';
import { withSampleTeam } from './service/with-sample-team.ts';

const FOLDER = join(import.meta.dirname, '../docs/images');
const MAX_BYTES = 250_000;

await withSampleTeam(async ({ db, client, team, shownTaskId, openBrowser }) => {
  const context = await openBrowser({ viewport: { width: 1440, height: 900 } });
  const page = withHydration(await context.newPage());
  mkdirSync(FOLDER, { recursive: true });

  const path = `/t/${team.teamId}`;
  await take(page, `${path}/board`, 'board-light', 'light');
  await take(page, `${path}/board`, 'board-dark', 'dark');
  await take(page, `${path}/agents`, 'agents', 'light');
  await take(page, `${path}/board/tasks/${shownTaskId}`, 'task', 'light');

  const webhook = await seedWebhooks(db, client, team.teamId);
  const delivery = await seedDeliveries(db, webhook.id);
  await take(page, `${path}/webhooks/${webhook.id}?delivery=${delivery.id}`, 'webhook', 'light');
});

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
