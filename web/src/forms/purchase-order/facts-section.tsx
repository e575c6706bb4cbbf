import { useWatch } from 'react-hook-form';
import { taxCodeFor } from '#domain/company';
import type { Company } from '#domain/company';
import { descriptionLimit } from '#domain/purchase-order';
import { isAdmin } from '#domain/permissions';
import { Card } from '../../parts/card.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { Select } from '../../parts/select.tsx';
import type { Option } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useSession } from '../../session/session.tsx';
import { useCompanies, useDepartments, useMyDepartments, useShowLists } from './reference.ts';
import type { Department } from './reference.ts';
import type { SectionProps } from './vendor-section.tsx';

const changed = { shouldDirty: true } as const;

/** DEC-60: the default address as one line. */
function addressLine(company: Company | undefined): string {
  const places = company?.company_addresses ?? [];
  const place = places.find((one) => one.is_default) ?? places[0];
  return place ? [place.address_line1, place.city, place.postal_code].filter(Boolean).join(', ') : '';
}

function CompanyFields(props: SectionProps) {
  const { form, errorAt, isChangeOrder } = props;
  const { data: companies, error } = useCompanies();
  const id = useWatch({ control: form.control, name: 'projectCompanyExternalId' });
  const currencyId = useWatch({ control: form.control, name: 'projectCompanyCurrencyExternalId' });
  const company = companies?.find((one) => one.projectCompanyExternalId === id);
  const currencies = company?.project_company_currencies ?? [];
  const setCurrency = (of: Company | undefined, externalId: string | null) => {
    const found = of?.project_company_currencies.find((one) => one.external_id === externalId);
    form.setValue('projectCompanyCurrencyExternalId', found?.external_id ?? '', changed);
    form.setValue('currency', found?.iso_currency_code ?? '', changed);
  };
  const choose = (next: string | null) => {
    const chosen = companies?.find((one) => one.projectCompanyExternalId === next);
    form.setValue('projectCompanyExternalId', next ?? '', changed);
    const offered = chosen?.project_company_currencies ?? [];
    const kept = offered.find((one) => one.external_id === currencyId);
    setCurrency(chosen, (kept ?? offered.find((one) => one.is_base) ?? offered[0])?.external_id ?? null);
    const lines = form.getValues('lineItems');
    const taxed = lines.map((line) => ({ ...line, taxCode: taxCodeFor(chosen ?? null, line.taxCode) }));
    form.setValue('lineItems', taxed, changed);
  };
  const currency = (
    <Select
      label="Currency"
      isRequired
      options={currencies.map((one) => ({ id: one.external_id, text: one.iso_currency_code }))}
      value={currencyId === '' ? null : currencyId}
      onChange={(next) => setCurrency(company, next)}
      isDisabled={currencies.length === 0 || isChangeOrder}
      {...(currencies.length === 0 && {
        hint: company ? 'Currency codes not available' : 'Select a company',
      })}
      error={errorAt('currency')}
    />
  );
  return (
    <>
      <div data-field="projectCompanyExternalId">
        <Select
          label="Company"
          isRequired
          placeholder={companies ? 'Select' : 'Loading information...'}
          options={(companies ?? []).map((one) => ({
            id: one.projectCompanyExternalId,
            text: one.company_name,
          }))}
          value={id === '' ? null : id}
          onChange={choose}
          isDisabled={isChangeOrder || !companies}
          error={error ? 'ERROR: Unable to Load Company Information.' : errorAt('projectCompanyExternalId')}
          hint={addressLine(company)}
        />
      </div>
      <div data-field="currency">{currency}</div>
    </>
  );
}

/** DEC-13: one's own departments, an administrator's are all; the document's own one stays in the list. */
function departmentOptions(
  all: readonly Department[],
  mine: readonly { id: string }[] | null,
  current: { id: string; name: string } | null,
): Option[] {
  const options = all
    .filter(({ id, isActive }) => isActive && (mine === null || mine.some((own) => own.id === id)))
    .map(({ id, name }) => ({ id, text: name }));
  if (!current || options.some(({ id }) => id === current.id)) return options;
  return [...options, { id: current.id, text: current.name }];
}

function DepartmentField(props: SectionProps & { isInApproval: boolean }) {
  const { form, errorAt, isInApproval } = props;
  const { rights } = useSession();
  const { data: departments } = useDepartments();
  const { data: meta } = useMyDepartments();
  const department = useWatch({ control: form.control, name: 'department' }) ?? null;
  const mine = isAdmin(rights.permissions, 'PO') ? null : (meta?.departments ?? []);
  const options = departmentOptions(departments ?? [], mine, department);
  const locked = isInApproval || props.isChangeOrder;
  const field = (
    <Select
      label="Department"
      isRequired
      placeholder={departments && meta ? 'Select' : 'Loading information...'}
      options={options}
      value={department?.id ?? null}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id);
        form.setValue('department', chosen ? { id: chosen.id, name: chosen.text } : null, changed);
      }}
      isDisabled={locked}
      error={errorAt('department')}
      {...(isInApproval && { hint: 'Cannot change department while workflow is in progress' })}
    />
  );
  return <div data-field="department">{field}</div>;
}

function CategoryField(props: SectionProps) {
  const { form } = props;
  const { data: lists } = useShowLists();
  const category = useWatch({ control: form.control, name: 'category' }) ?? null;
  const offered = (lists?.categories ?? [])
    .filter(({ id, isActive }) => isActive || id === category?.id)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const options = [{ id: '', text: 'None' }, ...offered.map(({ id, name }) => ({ id, text: name }))];
  return (
    <Select
      label="PO Contains (Optional)"
      options={options}
      value={category?.id ?? ''}
      onChange={(id) => {
        const chosen = offered.find((one) => one.id === id);
        form.setValue('category', chosen ? { id: chosen.id, name: chosen.name } : null, changed);
      }}
    />
  );
}

/** What the document is for: description, day, company, currency, department, category (PO-24 to PO-40). */
export function FactsSection(props: SectionProps & { isInApproval: boolean }) {
  const { form, errorAt } = props;
  const { config } = useSession();
  const description = useWatch({ control: form.control, name: 'description' });
  const day = useWatch({ control: form.control, name: 'poDate' });
  const limit = descriptionLimit(config.accountingSystem, 'PO');
  return (
    <Card title="What It Is For">
      <div className="grid grid-cols-4 gap-x-6 gap-y-4 max-md:grid-cols-2 max-sm:grid-cols-1">
        <div data-field="description" className="col-span-3 max-md:col-span-2 max-sm:col-span-1">
          <TextField
            label="Description"
            isRequired
            value={description}
            onChange={(text) => {
              const cut = Array.from(text).slice(0, limit).join('');
              form.setValue('description', cut, changed);
            }}
            error={errorAt('description')}
            hint={`${Array.from(description).length}/${limit}`}
          />
        </div>
        <div data-field="poDate">
          <DateField
            label="PO Date"
            isRequired
            value={day}
            onChange={(next) => form.setValue('poDate', next, changed)}
            autoInsertToday
            isDisabled={props.isChangeOrder}
            error={errorAt('poDate')}
          />
        </div>
        <CompanyFields {...props} />
        <DepartmentField {...props} />
        <CategoryField {...props} />
      </div>
    </Card>
  );
}
