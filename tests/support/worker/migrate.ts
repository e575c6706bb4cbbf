import { applyD1Migrations, type D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

interface Databases {
  DIRECTORY: D1Database;
  SHOWS_0: D1Database;
  SHOWS_1: D1Database;
  LEDGER: D1Database;
  DIRECTORY_MIGRATIONS: D1Migration[];
  SHOW_MIGRATIONS: D1Migration[];
  SANDBOX_MIGRATIONS: D1Migration[];
}

// Before every test file: its storage is its own, and empty. Applying twice is harmless.
const databases = env as unknown as Databases;
await applyD1Migrations(databases.DIRECTORY, databases.DIRECTORY_MIGRATIONS);
await applyD1Migrations(databases.SHOWS_0, databases.SHOW_MIGRATIONS);
await applyD1Migrations(databases.SHOWS_1, databases.SHOW_MIGRATIONS);
await applyD1Migrations(databases.LEDGER, databases.SANDBOX_MIGRATIONS);
