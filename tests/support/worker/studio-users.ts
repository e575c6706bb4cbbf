import type { User } from '#domain/management/user';
import { as } from './studio-client.ts';
import type { Answer } from './studio-client.ts';
import type { PersonName } from './studio-rows.ts';
import { studioEnv, sql } from './studio.ts';

export type UserAnswer = Answer<User & { code?: string }>;

/** The status and the code of a refusal. */
export function refusalOf({ status, body }: Answer<{ code?: string }>): [number, string | undefined] {
  return [status, body.code];
}

/** What the form of a new user sends. */
export function aUser(own: Record<string, unknown> = {}) {
  return {
    username: `${crypto.randomUUID().slice(0, 8)}@backlot.example`,
    firstName: 'Noemi',
    lastName: 'Vance',
    roleId: 'PO Creator',
    ...own,
  };
}

export function createUser(
  own: Record<string, unknown> = {},
  name: PersonName = 'ada',
  headers: HeadersInit = {},
): Promise<UserAnswer> {
  return as(name).post<UserAnswer['body']>('/api/users?show=alpha1', aUser(own), headers);
}

export function changeUser(id: string, change: unknown, name: PersonName = 'ada'): Promise<UserAnswer> {
  return as(name).patch<UserAnswer['body']>(`/api/users/${id}?show=alpha1`, change);
}

export function readUser(id: string, name: PersonName = 'ada'): Promise<UserAnswer> {
  return as(name).get<UserAnswer['body']>(`/api/users/${id}/?show=alpha1`);
}

/** Gives somebody a role in the first show, as a seed would. */
export async function seat(name: PersonName, role: string): Promise<void> {
  await sql.directory`UPDATE memberships SET role = ${role} WHERE user_id = ${name} AND show_id = 'alpha1'`;
}

/** The identity directory of the sandbox takes part from now on. */
export function connectDirectory(): void {
  Object.assign(studioEnv, {
    PEOPLE_DIRECTORY_URL: studioEnv.ACCOUNTING_URL,
    PEOPLE_DIRECTORY_SECRET: studioEnv.ACCOUNTING_SECRET,
  });
}
