import type { InferResponseType } from 'hono/client';
import type { Level, Permission, Role } from '#domain/identity/permissions';
import type { api } from '../api.ts';

type Sessions = typeof api.api.sessions;
type Users = typeof api.api.users;

/** Responses of the session calls, as the Worker's routes type them (DEC-06, DEC-10). */
export type LoginContext = InferResponseType<Sessions['login-context']['$get']>;
export type ShowSummary = LoginContext['shows'][number];
export type SignedInUser = LoginContext['user'];
export type UserConfig = InferResponseType<Users['config']['$get']>;
export type Preferences = InferResponseType<Users['userSettings']['$get']>;

/** The decrypted permissions of one show. `invoices` and `payments` are the module permissions (DEC-12). */
export interface Rights {
  role: Role;
  permissions: Record<Permission, Level>;
  invoices: boolean;
  payments: boolean;
}
