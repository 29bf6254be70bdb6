import { SECRETS } from '@crewboard/app-secret/secret-files';
import { isLoopback, listSettingProblems } from '../../env.ts';
import { failure, ok, problemsOr, type Result, warning } from './finding.ts';
import { findMeantSetting, settingNames } from './setting-names.ts';
import type { Environment, Surroundings } from './surroundings.ts';

/** Checks names and values of settings, and finds settings that contradict each other. */
export function checkSettings({ env, variables, problems, service }: Surroundings): Result[] {
  const known = variables.filter((name) => settingNames.includes(name.replace(/_FILE$/, ''))).length;
  const place = service ? 'npm start' : 'this environment';
  return problemsOr(ok(known === 0 ? 'All have their defaults' : `Those of ${place} are known and valid`), [
    ...problems,
    ...checkNames(variables),
    ...checkValues(env),
    ...checkAddresses(env),
    checkRoles(env),
    ...checkRest(env),
  ]);
}

function checkNames(variables: string[]): Result[] {
  return variables.flatMap((name) => {
    const withoutSuffix = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : undefined;
    if (withoutSuffix && SECRETS.includes(withoutSuffix)) return [];
    if (withoutSuffix && settingNames.includes(withoutSuffix)) {
      return [warning(`${name} has no effect: only secrets can be files.`, `Set ${withoutSuffix} itself.`)];
    }
    const meant = findMeantSetting(withoutSuffix ?? name);
    if (!meant) return [];
    const right = withoutSuffix ? `${meant}_FILE` : meant;
    return [warning(`${name} is no setting, and has no effect.`, `If you mean ${right}, rename it.`)];
  });
}

const checkValues = (env: Environment): Result[] =>
  listSettingProblems(env).map(({ names, message }) =>
    failure(`${names}: ${message}.`, 'Correct it where it is set, and restart the processes that have it.'),
  );

/** Checks that passwords and cookies are encrypted in transit, and that the addresses of clients are known. */
function checkAddresses(env: Environment): (Result | false | undefined)[] {
  const publicUrl = URL.parse(env.PUBLIC_URL ?? env.NEXTAUTH_URL ?? '');
  const apiUrl = URL.parse(env.PUBLIC_API_URL ?? '');
  const isPublic = publicUrl !== null && !isLoopback(hostOf(publicUrl));
  const isOpen = env.HOST !== undefined && !isLoopback(env.HOST);
  const trustProxy = env.TRUST_PROXY?.trim() || 'false';
  return [
    Boolean(env.PUBLIC_URL && env.NEXTAUTH_URL) &&
      env.PUBLIC_URL !== env.NEXTAUTH_URL &&
      warning('PUBLIC_URL and NEXTAUTH_URL differ; PUBLIC_URL applies.', 'Unset NEXTAUTH_URL.'),
    isPublic &&
      publicUrl.protocol !== 'https:' &&
      warning(
        `PUBLIC_URL is ${publicUrl.href} without https: passwords, cookies and keys can be read on their way.`,
        'Put a proxy with TLS in front, and set PUBLIC_URL to the https:// URL (docs/operations.md, "Behind a reverse proxy").',
      ),
    apiUrl !== null &&
      apiUrl.protocol !== 'https:' &&
      !isLoopback(hostOf(apiUrl)) &&
      warning(
        `PUBLIC_API_URL is ${apiUrl.href} without https: agents send their tokens without encryption.`,
        'Put a proxy with TLS in front, and set PUBLIC_API_URL to the https:// URL.',
      ),
    isOpen &&
      !publicUrl &&
      warning(
        `HOST=${env.HOST} opens the ports to other machines, and PUBLIC_URL is not set.`,
        'Set PUBLIC_URL to where people reach the dashboard, with https behind a proxy; or leave HOST at 127.0.0.1.',
      ),
    // With https there is a proxy: the processes have no TLS of their own.
    isPublic &&
      publicUrl.protocol === 'https:' &&
      trustProxy === 'false' &&
      warning(
        'TRUST_PROXY is not set, so all clients behind the proxy of PUBLIC_URL have one address and share its limits.',
        'Set TRUST_PROXY to the addresses of the proxy, such as 127.0.0.1.',
      ),
    isOpen &&
      trustProxy === 'true' &&
      warning(
        'TRUST_PROXY=true trusts every sender, and other machines can reach the ports: a client can claim any address.',
        'Set TRUST_PROXY to the addresses of the proxies, or close the ports to everything else.',
      ),
  ];
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function checkRoles({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }: Environment): Result | undefined {
  if (!ownerUrl) return;
  if (!url) {
    return failure(
      'DATABASE_OWNER_URL has no effect without DATABASE_URL.',
      'Set DATABASE_URL to the same database with the role of the service.',
    );
  }
  const isSameRole = URL.parse(url)?.username === URL.parse(ownerUrl)?.username;
  if (!isSameRole) return;
  return warning(
    'DATABASE_URL and DATABASE_OWNER_URL have the same role.',
    'Make a second role for DATABASE_URL that owns nothing (docs/operations.md, "Two roles").',
  );
}

function checkRest(env: Environment): (Result | false | undefined)[] {
  const withoutFolder = ['BACKUP_EVERY', 'BACKUP_KEEP'].find((name) => env[name] !== undefined);
  return [
    !env.BACKUP_DIR &&
      withoutFolder !== undefined &&
      failure(`${withoutFolder} has no effect without BACKUP_DIR.`, 'Set BACKUP_DIR to a folder.'),
    env.RATE_LIMIT_PER_MINUTE === '0' &&
      warning(
        'RATE_LIMIT_PER_MINUTE=0: one client can take the whole service.',
        'Unset it, or set the number of requests a minute that the busiest client needs.',
      ),
  ];
}
