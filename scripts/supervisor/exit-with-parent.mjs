// Loaded into the API and the web before their own code: when the supervisor is killed, they go too.
const SHUTDOWN_TIMEOUT_MS = 5000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref();
