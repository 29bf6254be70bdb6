export const COMMIT_FILE: string;
export function shortCommit(text: string): string | null;
export function readGitCommit(folder: string): string | null;
