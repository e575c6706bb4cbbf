/** Options of `npm run test:stress`. */
export interface Options {
  /** Null for the default number of the part. */
  seeds: number | null;
  from: number;
  /** Runs this seed alone. */
  seed: number | null;
  threads: number;
}
