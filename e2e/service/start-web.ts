import { findFreePort } from '@crewboard/db/embedded';
import { openLogFile } from '../../scripts/supervisor/log-folder.ts';
import { nodeService } from '../../scripts/supervisor/node-service.ts';
import { builtPrograms } from '../../scripts/supervisor/programs.ts';
import type { Instance } from '../../scripts/supervisor/service.ts';
import { launch } from './launch.ts';

export type RunningWeb = { webUrl: string } & Pick<Instance, 'pid' | 'exited' | 'stop'>;

type WebSettings = {
  apiUrl: string;
  appSecret: string;
  logFile: string;
  /** Overrides of the default environment, such as PUBLIC_URL. */
  env?: Record<string, string>;
};

/** Starts a web server for a running API, on a free port. */
export async function startWeb(settings: WebSettings): Promise<RunningWeb> {
  const { apiUrl, appSecret, logFile, env } = settings;
  const port = await findFreePort();
  const webUrl = `http://127.0.0.1:${port}`;
  const { pid, exited, stop } = await launch(
    nodeService({
      name: 'web',
      title: 'board',
      program: builtPrograms.web,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        HOSTNAME: '127.0.0.1',
        API_URL: apiUrl,
        APP_SECRET: appSecret,
        // The environment of the terminal is for another service.
        PUBLIC_URL: '',
        PUBLIC_API_URL: '',
        TRUST_PROXY: '',
        METRICS_TOKEN: '',
        ...env,
      },
      log: openLogFile(logFile),
      ready: { url: `${webUrl}/sign-in`, isReady: (status) => status < 500 },
      stopTimeoutMs: 3_000,
    }),
  );
  return { webUrl, pid, exited, stop };
}
