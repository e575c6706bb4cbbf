/** What `npm run battery` may be told. */
export interface Options {
  /** Null: as many as the part is meant to have. */
  seeds: number | null;
  from: number;
  /** This one alone. */
  seed: number | null;
  threads: number;
}
