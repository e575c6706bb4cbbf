/** Bindings of the accounting system. It shares only the secret with its clients. */
export interface SandboxEnv {
  LEDGER: D1Database;
  ACCOUNTING_SECRET: string;
}

/** A refusal; `message` is for users and sent as `{ message }`. */
export class BooksRefusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422;

  constructor(status: BooksRefusal['status'], message: string) {
    super(message);
    this.name = 'BooksRefusal';
    this.status = status;
  }
}
