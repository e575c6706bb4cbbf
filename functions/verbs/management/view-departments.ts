import { isGuarantor } from '#domain/identity/permissions';
import type { PlanRows } from '#store/d1/query';
import { showMembersQuery } from '#store/directory/users';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { Department } from '#domain/management/management-response';

export const departmentsPlan = ({ store, directory }: Pick<RequestContext, 'store' | 'directory'>) => ({
  departments: departmentsQuery(store),
  people: showMembersQuery(directory),
});

/** The departments of a show by name, with their current and former members (API-97, MG-02). */
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
        active: member.isActive && person !== undefined && person.isActive && !isGuarantor(person),
      };
    }),
  }));
}
