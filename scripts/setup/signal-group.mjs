/**
 * Sends a signal to a process that leads a group, and to all of that group.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // The group has ended by itself.
  }
}
