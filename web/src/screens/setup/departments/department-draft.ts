import type { FormError } from '../../../forms/error-summary.tsx';
import type { Member } from './members.tsx';
import { departmentTexts } from './messages.ts';
import type { Department } from '#domain/management/management-response';

export interface DepartmentDraft {
  name: string;
  isActive: boolean;
  poNumberPrefix: string;
  accountCodes: Record<string, string[]>;
  members: Member[];
}

export const emptyDepartment: DepartmentDraft = {
  name: '',
  isActive: true,
  poNumberPrefix: '',
  accountCodes: {},
  members: [],
};

export function draftOf({ name, isActive, settings, users }: Department): DepartmentDraft {
  return { name, isActive, ...settings, members: users };
}

export function checkDepartment({ name, poNumberPrefix }: DepartmentDraft): FormError[] {
  const errors: FormError[] = [];
  if (name.trim() === '') errors.push({ field: 'name', text: departmentTexts.nameMissing });
  if (!/^[A-Za-z0-9]*$/.test(poNumberPrefix.trim())) {
    errors.push({ field: 'poNumberPrefix', text: departmentTexts.prefixWrong });
  }
  return errors;
}
