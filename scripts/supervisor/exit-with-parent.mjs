// Loaded into each process that the supervisor starts, before its own code: ends it when the supervisor is killed.
const SHUTDOWN_TIMEOUT_MS = 5000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The listener must not keep the process alive.
process.channel?.unref();
