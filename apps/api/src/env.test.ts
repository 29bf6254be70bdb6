import { describe, expect, it } from 'vitest';
import { readEnv, readMigrateEnv, readWorkerEnv } from './env.ts';

const required = {
  NODE_ENV: 'test' as const,
  DATABASE_URL: 'postgresql://app@db/x',
  APP_SECRET: 'a secret of the tests, long enough for them',
};
const token = 'metrics-token-of-the-tests-0123456789';

describe('the port of the metrics', () => {
  it.each([readEnv, readWorkerEnv])('needs METRICS_TOKEN where other machines can reach it', (read) => {
    const port = { ...required, METRICS_PORT: '9464' };
    expect(read(port)).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: '127.0.0.1' });
    expect(read({ ...port, METRICS_HOST: '::1' }).METRICS_HOST).toBe('::1');
    expect(() => read({ ...port, METRICS_HOST: '0.0.0.0' })).toThrow(/METRICS_TOKEN: is required/);
    expect(read({ ...port, METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).METRICS_TOKEN).toBe(token);
  });

  it('is closed by default', () => {
    expect(readEnv(required).METRICS_PORT).toBeUndefined();
    expect(readEnv({ ...required, METRICS_PORT: '', METRICS_TOKEN: '' }).METRICS_PORT).toBeUndefined();
  });

  it('takes no token that is short or has spaces', () => {
    for (const wrong of ['short', `${token} x`]) {
      expect(() => readEnv({ ...required, METRICS_TOKEN: wrong })).toThrow(/METRICS_TOKEN/);
    }
  });
});

describe('DATABASE_URL', () => {
  const read = (DATABASE_URL: string) => readMigrateEnv({ NODE_ENV: 'test', DATABASE_URL }).DATABASE_URL;

  it.each(['postgresql://app@a,b/x', 'postgresql://app:p@a:5432,b:5433/x', 'postgres://a,b'])(
    'rejects the several hosts of %s, and says what to name instead',
    (url) => {
      expect(() => read(url)).toThrow(
        /^Invalid configuration: DATABASE_URL: names several hosts, and the driver connects to one: name the primary/,
      );
    },
  );

  it('accepts a comma in a password, and the settings of TLS', () => {
    for (const url of [
      'postgresql://app:a,b@db/x',
      'postgresql://db/x?sslmode=verify-full&sslrootcert=/ca,1.pem',
    ])
      expect(read(url)).toBe(url);
  });

  it.each(['mysql://db/x', 'db'])('rejects %s', (url) => {
    expect(() => read(url)).toThrow('Invalid configuration: DATABASE_URL: must be a postgresql:// URL.');
  });
});
