/**
 * Says what is being done, line by line, with times. No cursor tricks: it reads the same in a log.
 * @typedef {ReturnType<typeof createProgress>} Progress
 * @param {(line: string) => void} [print]
 */
export function createProgress(print = console.log) {
  return {
    print,
    /**
     * Runs one piece of work. It answers a remark for the line that tells its time, or nothing.
     * @param {string} title
     * @param {(tell: (remark: string) => void) => Promise<string | void>} work
     */
    async step(title, work) {
      const started = performance.now();
      let told = performance.now();
      const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
      print(`${title} ...`);
      const tell = (/** @type {string} */ remark) => {
        told = performance.now();
        print(`  ${remark} (${seconds()})`);
      };
      // Somebody who waits should see that it goes on.
      const pulse = setInterval(() => performance.now() - told > 9_000 && tell('still at it'), 1_000);
      try {
        const remark = await work(tell);
        print(`  ${remark || 'done'} (${seconds()})`);
      } finally {
        clearInterval(pulse);
      }
    },
  };
}
