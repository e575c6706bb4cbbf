import { execFileSync } from 'node:child_process';

interface Process {
  pid: number;
  parent: number;
  /** In kilobytes. */
  memory: number;
  state: string;
  command: string;
}

function childrenOf(pid: number): Process[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,stat=,args='], { encoding: 'utf8' });
  return all
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .map(([, own, parent, memory, state = '', command = '']) => ({
      pid: Number(own),
      parent: Number(parent),
      memory: Number(memory),
      state,
      command,
    }))
    .filter(({ parent }) => parent === pid);
}

/** Miniflare starts the browsers, each with helper processes. */
export function browsersOf(pid: number): number[] {
  return childrenOf(pid)
    .filter(({ command, state }) => /chrom.*--remote-debugging/i.test(command) && !state.startsWith('Z'))
    .map((one) => one.pid);
}

/** Returns the workerd processes that this process has started. */
export function workersOf(pid: number | undefined): Process[] {
  return pid === undefined ? [] : childrenOf(pid).filter(({ command }) => command.includes('workerd'));
}
