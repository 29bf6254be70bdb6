export const SHARED_HOME: string;
export function isOpenToEveryone(folder: string): boolean;
export function resolveDataLocation(
  projectRoot: string,
  env?: { DATA_DIR?: string | undefined },
): { dataDir: string; movedFrom?: string };
export function createDataDir(dataDir: string): void;
export function adminCommandFor(dataDir: string | undefined): string;
