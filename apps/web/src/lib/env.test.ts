import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';

const SECRET = 'a secret that is long enough for a test';

describe('readEnv', () => {
  beforeEach(() => {
    for (const name of [
      'API_URL',
      'PUBLIC_API_URL',
      'PUBLIC_URL',
      'NEXTAUTH_URL',
      'TRUST_PROXY',
      'SHUTDOWN_DELAY_SECONDS',
      'APP_SECRET_PREVIOUS',
      'LOG_LEVEL',
      'METRICS_TOKEN',
    ]) {
      vi.stubEnv(name, '');
    }
    vi.stubEnv('APP_SECRET', SECRET);
  });
  afterEach(() => vi.unstubAllEnvs());

  it('defaults to the API of `npm start` when only the secret is set', () => {
    expect(readEnv()).toEqual({
      apiUrl: 'http://127.0.0.1:4000',
      publicApiUrl: 'http://127.0.0.1:4000',
      appSecret: SECRET,
      appSecrets: [SECRET],
      isHttps: false,
      trustProxy: expect.any(Function),
      shutdownDelayMs: 0,
      metricsToken: undefined,
    });
  });

  it('shows the public URL and calls the internal one, both without a slash at the end', () => {
    vi.stubEnv('API_URL', 'http://api.internal:4000/');
    vi.stubEnv('PUBLIC_API_URL', 'https://crewboard.example.com/inner/');
    expect(readEnv()).toMatchObject({
      apiUrl: 'http://api.internal:4000',
      publicApiUrl: 'https://crewboard.example.com/inner',
    });
  });

  it.each(['PUBLIC_URL', 'NEXTAUTH_URL'])(
    'derives from %s whether the dashboard is served over https',
    (name) => {
      vi.stubEnv(name, 'https://board.example');
      expect(readEnv().isHttps).toBe(true);
    },
  );

  it.each(['PUBLIC_URL', 'NEXTAUTH_URL'])(
    'rejects a %s without a scheme, because cookies would not be limited to https',
    (name) => {
      vi.stubEnv(name, 'board.example');
      expect(readEnv).toThrow(new RegExp(`^${name} must be an http or https URL`));
    },
  );

  it('rejects a delay that is not a number and names the variable', () => {
    vi.stubEnv('SHUTDOWN_DELAY_SECONDS', '5s');
    expect(readEnv).toThrow(/^SHUTDOWN_DELAY_SECONDS must be/);
  });

  it('rejects a TRUST_PROXY that is not an address and names the variable', () => {
    vi.stubEnv('TRUST_PROXY', 'proxy.example');
    expect(readEnv).toThrow(/^TRUST_PROXY must be/);
  });

  it('reads METRICS_TOKEN, and rejects one that is too short', () => {
    vi.stubEnv('METRICS_TOKEN', 'a-token-of-the-tests-long-enough-for-it');
    expect(readEnv().metricsToken).toBe('a-token-of-the-tests-long-enough-for-it');
    vi.stubEnv('METRICS_TOKEN', 'short');
    expect(readEnv).toThrow(
      /^METRICS_TOKEN must be a secret of at least 32 ASCII characters without spaces\.$/,
    );
  });

  it('rejects an unknown LOG_LEVEL and names the variable', () => {
    vi.stubEnv('LOG_LEVEL', 'verbose');
    expect(readEnv).toThrow(/^LOG_LEVEL must be one of fatal, error, /);
  });

  it.each(['localhost:4000', 'ftp://host', 'nonsense'])('rejects %s and names the variable', (url) => {
    vi.stubEnv('API_URL', url);
    expect(readEnv).toThrow(/^API_URL must be an http or https URL/);
  });

  it('accepts cookies of the previous secret, and rejects a previous secret that is too short', () => {
    vi.stubEnv('APP_SECRET_PREVIOUS', `former ${SECRET}`);
    expect(readEnv().appSecrets).toEqual([SECRET, `former ${SECRET}`]);
    vi.stubEnv('APP_SECRET_PREVIOUS', 'too short');
    expect(readEnv).toThrow(/^APP_SECRET_PREVIOUS must be a secret of at least 32 characters\.$/);
  });

  it.each(['', 'too short'])('rejects the secret %j without repeating it', (value) => {
    vi.stubEnv('APP_SECRET', value);
    expect(readEnv).toThrow(
      /^APP_SECRET must be a secret of at least 32 characters, the same as the API has\.$/,
    );
  });
});
