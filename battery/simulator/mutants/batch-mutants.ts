import type { Mutant } from './mutants.ts';

const store = (name: string) => `functions/store/${name}.ts`;

/** Faults in what writes and reads of several documents travel together. */
export const batchMutants: readonly Mutant[] = [
  {
    name: 'a payment of a bulk approval is read behind the write of another one, and never released',
    patches: [
      {
        file: store('d1/prefetch-cache'),
        find: '    const done = write();\n    this.afterWrite = always;\n    return done;',
        replace: `    try {
      return await write();
    } finally {
      this.afterWrite = always;
    }`,
      },
      // Writes that travel together are each other's backstop.
      {
        file: store('d1/write-batcher'),
        find: '      await this.#send(all);\n',
        replace:
          "      if (all.length > 1) throw new Error('apart: SQLITE_ERROR');\n      await this.#send(all);\n",
      },
    ],
  },
  {
    name: 'what follows writes that travel together is read beside them, and a payment is never released',
    patches: [
      {
        file: store('d1/open'),
        find: '    for (const begin of begins) begin(after);\n',
        replace: '    for (const begin of begins) begin(begins.length > 1 ? store : after);\n',
      },
    ],
  },
];
