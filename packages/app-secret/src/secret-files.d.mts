export const SECRETS: string[];
export function explainUnreadable(error: NodeJS.ErrnoException): string;
export function loadSecretFiles<Env extends Record<string, string | undefined>>(env: Env): Env;
