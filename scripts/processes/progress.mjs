/**
 * Prints each step on a line of its own, with its duration. No cursor movement, so that a log reads the same.
 * @typedef {ReturnType<typeof createProgress>} Progress
 * @param {(line: string) => void} [print]
 */
export function createProgress(print = console.log) {
  return {
    print,
    /**
     * Runs one step. `work` may return a remark for the line with its duration.
     * @param {string} title
     * @param {(tell: (remark: string) => void) => Promise<string | void>} work
     */
    async step(title, work) {
      const started = performance.now();
      let lastOutputAt = performance.now();
      const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
      print(`${title} ...`);
      const tell = (/** @type {string} */ remark) => {
        lastOutputAt = performance.now();
        print(`  ${remark} (${seconds()})`);
      };
      // Shows a waiting user that the step is still running.
      const pulse = setInterval(() => performance.now() - lastOutputAt > 9_000 && tell('still at it'), 1_000);
      try {
        const remark = await work(tell);
        print(`  ${remark || 'done'} (${seconds()})`);
      } finally {
        clearInterval(pulse);
      }
    },
  };
}
