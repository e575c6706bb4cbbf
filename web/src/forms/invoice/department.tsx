import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { departmentRefusal } from '#domain/identity/permissions';
import { sharedDepartment, sharedReference } from '#domain/relief/shared-department';
import { invoiceIssue } from '#domain/documents/validation';
import type { Issue } from '#domain/documents/validation';
import { useSession } from '../../session/session.tsx';
import { useCounts } from '../../session/waiting-counts.ts';
import { DepartmentField } from '../document/department-field.tsx';
import type { SectionProps } from '../document/model/draft.ts';
import { isUntouched } from './is-untouched.ts';
import type { Relief } from './relief.ts';

/** Lines without input are not saved. */
function savedLines(lines: readonly InvoiceLineDraft[]): InvoiceLineDraft[] {
  return lines.filter((line) => !isUntouched(line));
}

interface FieldProps {
  form: UseFormReturn<InvoiceDraft>;
  section: SectionProps;
  relief: Relief | null;
  isInApproval: boolean;
}

/** One of the user's departments, or that of the single PO that all lines reference (DEC-13). */
export function InvoiceDepartmentField({ form, section, relief, isInApproval }: FieldProps) {
  const referencePo = useWatch({
    control: form.control,
    name: 'lineItems',
    compute: (lines: readonly InvoiceLineDraft[]) => sharedReference(savedLines(lines)) ?? '',
  });
  const orderDepartment = sharedDepartment([{ referencePo }], relief?.orders ?? []);
  return <DepartmentField {...section} isInApproval={isInApproval} orderDepartment={orderDepartment} />;
}

/** The server's department check for this form; finds nothing while its data is loading. */
export function useDepartmentIssues(
  form: UseFormReturn<InvoiceDraft>,
  relief: Relief | null,
  isDepartmentFixed: boolean,
): () => Issue[] {
  const { rights } = useSession();
  const { data: meta } = useCounts();
  const orders = relief ? relief.orders : [];
  return () => {
    if (isDepartmentFixed || !meta || !orders) return [];
    const { department, lineItems } = form.getValues();
    if (!department) return [];
    const member = {
      permissions: rights.permissions,
      departmentIds: meta.departments.map(({ id }) => id),
    };
    const orderDepartment = sharedDepartment(savedLines(lineItems), orders);
    const refused = departmentRefusal(member, 'INVOICE', department.id, orderDepartment?.id ?? null);
    if (refused === null) return [];
    const text = `You are not a member of ${department.name}. Reference the same PO of ${department.name} on every line, or choose one of your departments.`;
    return [invoiceIssue('department', 'department', text)];
  };
}
