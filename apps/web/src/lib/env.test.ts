import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';

describe('readEnv', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('finds the API of a default start when nothing is set', () => {
    vi.stubEnv('API_URL', '');
    vi.stubEnv('PUBLIC_API_URL', '');
    expect(readEnv()).toEqual({ apiUrl: 'http://127.0.0.1:4000', publicApiUrl: 'http://127.0.0.1:4000' });
  });

  it('shows the public address and calls the inner one, both without a slash at the end', () => {
    vi.stubEnv('API_URL', 'http://api.internal:4000/');
    vi.stubEnv('PUBLIC_API_URL', 'https://crewboard.example.com/inner/');
    expect(readEnv()).toEqual({
      apiUrl: 'http://api.internal:4000',
      publicApiUrl: 'https://crewboard.example.com/inner',
    });
  });

  it.each(['localhost:4000', 'ftp://host', 'nonsense'])('refuses %s and names the variable', (url) => {
    vi.stubEnv('API_URL', url);
    expect(readEnv).toThrow(/^API_URL must be an http or https URL/);
  });
});
