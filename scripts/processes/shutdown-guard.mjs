// Loaded into wrangler: stops wrangler when its parent process is gone for any reason.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
