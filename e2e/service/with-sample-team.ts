import { type Database, openDatabase } from '@crewboard/db';
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { chromiumArguments, findChromium } from '../browser.mjs';
import { createAccount, openSession } from '../fixtures/people.ts';
import { createTeamClient, type TeamClient } from '../fixtures/team-client.ts';
import { fillTeam } from './sample-team.ts';
import { type RunningService, startService } from './start-service.ts';

export type SampleTeam = {
  service: RunningService;
  db: Database;
  client: TeamClient;
  team: { teamId: string; projectId: string; apiKey: string };
  shownTaskId: string;
  /** A browser context with a session of the team's owner. */
  openBrowser: (options: BrowserContextOptions) => Promise<BrowserContext>;
};

/** Runs `use` with its own service, in which one team has a week of work. */
export async function withSampleTeam(use: (sample: SampleTeam) => Promise<void>): Promise<void> {
  const service = await startService();
  const db = openDatabase(service.databaseUrl);
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const team = await createTeam({ ctx: { db }, input: { name: 'Northwind' } });
    const client = createTeamClient(service.apiUrl, team.apiKey, team);
    const { shownTaskId } = await fillTeam(db, client, team);
    const account = await createAccount(db, team.teamId, 'owner');
    await db.pool.query(
      `update users set name = 'Sofia Marin', email = 'sofia@northwind.test' where id = $1`,
      [account.userId],
    );
    account.email = 'sofia@northwind.test';
    const openBrowser = async (options: BrowserContextOptions) => {
      const context = await browser.newContext({
        baseURL: service.webUrl,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        ...options,
      });
      await openSession(db, context, account, service.webUrl, service.appSecret);
      return context;
    };
    await use({ service, db, client, team, shownTaskId, openBrowser });
  } finally {
    await browser.close();
    await db.close();
    await service.stop();
  }
}
