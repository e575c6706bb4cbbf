// Loaded into wrangler: when the process that started it is gone, however it went, wrangler stops too.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
