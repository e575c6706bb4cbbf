import { patchOf } from './faults.ts';
import type { Fault } from './faults.ts';
import { runProgram } from './program.ts';
import { copyTree, plantInTree, tree } from './tree.ts';

/**
 * Compiles the product with all faults at once, each in a file of its own, and prints those that do not compile. Tests
 * would run them in vain, since types do not exist at run time.
 */
export async function compileFaults(faults: readonly Fault[]): Promise<boolean> {
  copyTree();
  for (const fault of faults) plantInTree(patchOf(fault));
  const { code, output } = await runProgram(['node_modules/typescript/bin/tsc', '-b'], {
    cwd: tree,
    limitMs: 600_000,
  });
  const errors = output.split('\n').filter((line) => line.includes('error TS'));
  for (const { name, file } of faults)
    for (const error of errors.filter((line) => line.startsWith(`${file}(`)))
      console.log(`${name}  ${error}`);
  const others = errors.filter((line) => !faults.some(({ file }) => line.startsWith(`${file}(`)));
  for (const error of others) console.log(`elsewhere  ${error}`);
  console.log(`${faults.length} faults fit; the compiler has ${errors.length} errors.`);
  return code === 0;
}
