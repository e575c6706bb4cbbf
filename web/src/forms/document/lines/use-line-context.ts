import { useEffect, useEffectEvent, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { SharedForm } from '../model/draft.ts';
import { setLines } from './line-state.ts';
import { withDefaultCodes } from './line-edits.ts';
import type { LineContext } from './line-editor.ts';
import { useAccountFields, useCompanies, useDepartments } from '../model/use-reference-data.ts';

/** The currency of amounts while none has been chosen. */
const fallbackCurrency = 'USD';

const noCodes = {};

/** LI-33. */
function chartNoteOf(fields: unknown, error: unknown): string | null {
  if (error) return 'Error retrieving CoA fields';
  return fields ? null : 'Retrieving CoA fields...';
}

/** Updates automatic codes when the chart or department changes, without marking the form as changed (LI-29, LI-30). */
function useAutomaticCodes(form: SharedForm, context: LineContext): void {
  const code = useEffectEvent((coding: LineContext['coding']) => {
    const lines = form.getValues('lineItems');
    const coded = lines.map((line, row) =>
      row < context.lockedLineCount ? line : withDefaultCodes(line, coding),
    );
    if (JSON.stringify(coded) !== JSON.stringify(lines)) setLines(form, coded, { shouldDirty: false });
  });
  useEffect(() => code(context.coding), [context.coding]);
}

interface LineContextOptions {
  currency: string | undefined;
  companyId: string | undefined;
  departmentId: string | undefined;
  lockedLineCount: number;
}

/** Returns the data that lines depend on: chart, department, company, currency, settings. */
export function useLineContextData(options: LineContextOptions) {
  const { currency, companyId, departmentId, lockedLineCount } = options;
  const { data: fields, error, lastUpdated } = useAccountFields();
  const { data: departments } = useDepartments();
  const { data: companies } = useCompanies();
  const department = departments?.find(({ id }) => id === departmentId);
  const company = companies?.find((one) => one.projectCompanyExternalId === companyId);
  const allowed = department?.settings.accountCodes ?? noCodes;
  const coding = useMemo(() => ({ fields: fields ?? null, allowed }), [fields, allowed]);
  const context = useMemo<LineContext>(
    () => ({
      currency: currency || fallbackCurrency,
      coding,
      taxCodes: company?.hasTaxInfo ? company.taxCodes : [],
      lockedLineCount,
      codesAsOf: lastUpdated,
    }),
    [currency, coding, company, lockedLineCount, lastUpdated],
  );
  return { context, chartNote: chartNoteOf(fields, error) };
}

/** Returns the line context of the document in the form, and keeps its automatic codes up to date. */
export function useLineContext(form: SharedForm, lockedLineCount: number) {
  const currency = useWatch({ control: form.control, name: 'currency' });
  const companyId = useWatch({ control: form.control, name: 'projectCompanyExternalId' });
  const departmentId = useWatch({ control: form.control, name: 'department.id' });
  const { context, chartNote } = useLineContextData({ currency, companyId, departmentId, lockedLineCount });
  useAutomaticCodes(form, context);
  return { context, chartNote };
}
