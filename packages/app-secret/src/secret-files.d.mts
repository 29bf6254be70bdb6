export const SECRETS: string[];
export function loadSecretFiles<Env extends Record<string, string | undefined>>(env: Env): Env;
