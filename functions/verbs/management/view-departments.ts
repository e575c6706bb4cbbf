import type { Department } from '#domain/management/department';
import { readPeople } from '#store/directory/users';
import { readDepartments } from '#store/show/management/read-show-context';
import { fullName } from '#verbs/request/context';
import type { ShowContext } from '#verbs/request/context';

/** API-97, MG-02: the departments of a show by name, with everybody who belongs or belonged to them. */
export async function viewDepartments({
  env,
  store,
}: Pick<ShowContext, 'env' | 'store'>): Promise<Department[]> {
  const [rows, people] = await Promise.all([
    store.foreseen.ask(readDepartments, store),
    store.foreseen.ask(readPeople, env, store.showId),
  ]);
  const personOf = new Map(people.map((person) => [person.id, person]));
  return rows.map(({ id, name, isActive, accountCodes, poNumberPrefix, members }) => ({
    id,
    name,
    isActive,
    settings: { accountCodes, poNumberPrefix },
    users: members.map((member) => {
      const person = personOf.get(member.userId);
      return {
        id: member.userId,
        name: person ? fullName(person) : '',
        active: member.isActive && (person?.isActive ?? false),
      };
    }),
  }));
}
