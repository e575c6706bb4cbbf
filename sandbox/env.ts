/** What the accounting system runs on. It shares the secret with its clients and nothing else. */
export interface SandboxEnv {
  LEDGER: D1Database;
  ACCOUNTING_SECRET: string;
}

/** The system says no; `message` is meant for people and travels as `{ message }`. */
export class BooksRefusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422;

  constructor(status: BooksRefusal['status'], message: string) {
    super(message);
    this.name = 'BooksRefusal';
    this.status = status;
  }
}
