/**
 * Calls `stop` once when this process is to stop: Ctrl-C, a signal, or the end of the parent process.
 * @param {() => void} stop
 */
export function onShutdown(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.once('disconnect', stop);
  // The listener alone would keep this process alive.
  process.channel?.unref();
  // A signal to npm ends the shell between npm and this process, which does not forward it.
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] && process.send === undefined) {
    setInterval(() => process.ppid !== parent && stop(), 500).unref();
  }
}
