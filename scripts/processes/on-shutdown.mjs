/**
 * Calls once when somebody wants this process to stop: Ctrl-C, a signal, or the end of the process that started it.
 * @param {() => void} stop
 */
export function whenAskedToStop(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.once('disconnect', stop);
  // Listening alone would keep this process alive.
  process.channel?.unref();
  // A signal to npm ends the shell between npm and this process, which passes nothing on.
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] && process.send === undefined) {
    setInterval(() => process.ppid !== parent && stop(), 500).unref();
  }
}
