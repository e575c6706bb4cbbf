import type { Department } from '#domain/management/department';
import type { PlanRows } from '#store/d1/query';
import { peopleQuery } from '#store/directory/users';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

/** The departments of a show, and its people. */
export const departmentsPlan = ({ store, directory }: Pick<RequestContext, 'store' | 'directory'>) => ({
  departments: departmentsQuery(store),
  people: peopleQuery(directory),
});

/** API-97, MG-02: the departments of a show by name, with everybody who belongs or belonged to them. */
export function viewDepartments({ departments, people }: PlanRows<typeof departmentsPlan>): Department[] {
  const personOf = new Map(people.map((person) => [person.id, person]));
  return departments.map(({ id, name, isActive, accountCodes, poNumberPrefix, members }) => ({
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
