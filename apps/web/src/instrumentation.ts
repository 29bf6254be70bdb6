/** Runs once when the server starts. */
export async function register(): Promise<void> {
  // Not a setting but a constant of the build: Next compiles this file for its edge runtime as well.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { prepareServer } = await import('#lib/server/prepare-server.ts');
  await prepareServer();
}
