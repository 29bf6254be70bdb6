// `node healthcheck.mjs URL`: exit code 0 if the response has a status below 500. The image has no curl.
const [url = ''] = process.argv.slice(2);
try {
  const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(4_000) });
  process.exitCode = status < 500 ? 0 : 1;
} catch (error) {
  console.error(`${url}: ${error instanceof Error ? (error.cause ?? error.message) : error}`);
  process.exitCode = 1;
}
