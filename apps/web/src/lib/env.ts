export interface Env {
  /** Where this server reaches the API, without a slash at the end. */
  apiUrl: string;
  /** Where people and agents reach the API: shown in links and commands, never called from here. */
  publicApiUrl: string;
}

/** Reads the settings when asked, so that one build serves every installation. */
export function readEnv(): Env {
  const apiUrl = httpUrl('API_URL', process.env.API_URL || 'http://127.0.0.1:4000');
  const publicApiUrl = httpUrl('PUBLIC_API_URL', process.env.PUBLIC_API_URL || apiUrl);
  return { apiUrl, publicApiUrl };
}

function httpUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`${name} must be an http or https URL such as http://127.0.0.1:4000, not "${value}".`);
  }
  return url.href.replace(/\/+$/, '');
}
