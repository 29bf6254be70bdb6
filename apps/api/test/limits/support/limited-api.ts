import { beforeEach } from 'vitest';
import { type Configuration, type TestAgent, type TestTeam, useApi } from '../../harness.ts';

/** The app with a stopped clock, and a new team and agent with full buckets for each test. */
export function useLimitedApi(configuration: Configuration) {
  const clock = { ms: 0 };
  const api = useApi({ ...configuration, bounds: { now: () => clock.ms } });
  const callers = {} as { team: TestTeam; agent: TestAgent };
  beforeEach(async () => {
    clock.ms += 3_600_000;
    callers.team = await api().createTeam();
    callers.agent = await api().createAgent(callers.team);
  });
  const me = (token: string | undefined, headers?: Record<string, string>) =>
    api().request('GET', '/api/me', { token, headers });
  return { api, clock, callers, me };
}
