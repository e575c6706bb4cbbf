import { useEffect, useEffectEvent } from 'react';
import { isAdmin } from '#domain/identity/permissions';
import { useSession } from '../../session/session.tsx';
import { useCounts } from '../../session/waiting-counts.ts';
import { baseCurrency } from './company-choice.ts';
import type { AddressName, FormType, SharedForm } from './model/draft.ts';
import { useCompanies, useDepartments, useShowLists } from './model/use-reference-data.ts';

/** A new document gets the only company, department or address there is (DEC-60, DEC-95). */
export function usePreselected(
  docType: FormType,
  form: SharedForm,
  { isNew, lostAddresses }: { isNew: boolean; lostAddresses: readonly AddressName[] },
): void {
  const { rights } = useSession();
  const { data: companies } = useCompanies();
  const { data: departments } = useDepartments();
  const { data: meta } = useCounts();
  const { data: lists } = useShowLists();

  const company = useEffectEvent((offered: typeof companies) => {
    const [only, another] = offered ?? [];
    if (!isNew || !only || another || form.getValues('projectCompanyExternalId') !== '') return;
    const base = baseCurrency(only);
    form.setValue('projectCompanyExternalId', only.projectCompanyExternalId);
    form.setValue('projectCompanyCurrencyExternalId', base?.external_id ?? '');
    form.setValue('currency', base?.iso_currency_code ?? '');
  });
  const department = useEffectEvent((all: typeof departments, mine: typeof meta) => {
    if (!isNew || !all || !mine || form.getValues('department')) return;
    const active = all.filter(({ isActive }) => isActive);
    const [only, another] = isAdmin(rights.permissions, docType) ? active : mine.departments;
    if (only && !another) form.setValue('department', { id: only.id, name: only.name });
  });
  const addresses = useEffectEvent((offered: typeof lists) => {
    if (!isNew) return;
    for (const [kind, name] of [
      ['BILL_TO', 'billToAddressId'],
      ['SHIP_TO', 'shipToAddressId'],
    ] as const) {
      // If the duplicated document's address is no longer in use, the user chooses another one (PO-42).
      if (lostAddresses.includes(name)) continue;
      const some = offered?.addresses.filter((one) => one.addressType === kind && one.isActive) ?? [];
      if (some.length === 1 && some[0] && form.getValues(name) === null) form.setValue(name, some[0].id);
    }
  });
  useEffect(() => company(companies), [companies]);
  useEffect(() => department(departments, meta), [departments, meta]);
  useEffect(() => addresses(lists), [lists]);
}
