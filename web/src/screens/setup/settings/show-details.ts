import useSWR from 'swr';
import type { AddressType } from '#domain/management/show-form';
import type { SettingsChanges } from '#domain/settings';
import { api, ask, mustSucceed, send } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';

const one = api.api.shows[':id'];

const read = (id: string) => ask(one.$get({ param: { id } }));

/** Everything of the open show that Settings are about (MG-10). */
export type ShowDetails = Awaited<ReturnType<typeof read>>;

/** The same answer that the forms choose from: a category added here is offered there at once. */
export function useShowDetails() {
  const { show } = useSession();
  return useSWR(keys.lookup(show.id, 'show'), () => read(show.id));
}

/** The show's details on a screen that is drawn once they are there. */
export function useDetails(): ShowDetails {
  const { data } = useShowDetails();
  if (!data) throw new Error('Settings are drawn before they were read');
  return data;
}

/** Which features the show has; they decide which module can be switched on (PE-22, PE-23). */
export function useFeatures() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'features'), () => ask(one.features.$get({ param: { id: show.id } })));
}

export type Address = ShowDetails['addresses'][number];
export type Category = ShowDetails['categories'][number];
export type CompanySettings = ShowDetails['companySettings'][number];
type DefaultFlows = Partial<
  Pick<
    ShowDetails,
    'defaultPurchaseOrderWorkflowId' | 'defaultInvoiceWorkflowId' | 'defaultPaymentWorkflowId'
  >
>;

/** DEC-92 */
export const readOnlyText = 'You do not have permission to change settings.';

/** DEC-92: whether anything may be changed. */
export function useIsReadOnly(): boolean {
  return !useSession().can('Show', 'FULL');
}

/**
 * The changes that Settings make. Each puts what the server answered in the place of what was shown, so that others'
 * changes stay; errors are the caller's to tell.
 */
export function useChanges() {
  const { show, refreshShow } = useSession();
  const { mutate } = useShowDetails();
  const param = { id: show.id };
  const put = <Name extends 'addresses' | 'categories'>(name: Name, row: ShowDetails[Name][number]) =>
    mutate(
      (now) => {
        if (!now) return now;
        const rows: readonly { id: string }[] = now[name];
        const isKnown = rows.some(({ id }) => id === row.id);
        return {
          ...now,
          [name]: isKnown ? rows.map((old) => (old.id === row.id ? row : old)) : [...rows, row],
        };
      },
      { revalidate: false },
    );
  return {
    settings: async (json: SettingsChanges) => {
      const settings = await ask(one.settings.$post({ param, json }));
      await mutate((now) => now && { ...now, settings }, { revalidate: false });
      // What the shell shows hangs on them.
      await refreshShow().catch(() => undefined);
    },
    flows: async (json: DefaultFlows) => {
      const fresh = await ask(one.resource.$patch({ param, query: {}, json }));
      await mutate(fresh, { revalidate: false });
    },
    addAddress: async (addressType: AddressType, json: Parameters<typeof addAddress>[2]) =>
      put('addresses', await addAddress(show.id, addressType, json)),
    saveAddress: async (json: Parameters<typeof one.address.$patch>[0]['json']) =>
      put('addresses', await ask(one.address.$patch({ param, json }))),
    addCategory: async (name: string) =>
      put('categories', await ask(one.categories.$post({ param, json: { name } }))),
    saveCategory: async (json: Parameters<typeof one.categories.$patch>[0]['json'], isConfirmed: boolean) => {
      const query = isConfirmed ? ({ confirm: 'true' } as const) : {};
      await put('categories', await ask(one.categories.$patch({ param, query, json })));
    },
    terms: async (fields: Record<string, string>, file: File | null) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      if (file) body.append('file', file);
      const path = `/api/shows/${encodeURIComponent(show.id)}/company-settings`;
      const saved = (await (
        await mustSucceed(await send(path, { method: 'POST', body }))
      ).json()) as CompanySettings;
      await mutate(
        (now) =>
          now && {
            ...now,
            companySettings: now.companySettings.map((old) =>
              old.projectCompanyExternalId === saved.projectCompanyExternalId ? saved : old,
            ),
          },
        { revalidate: false },
      );
    },
  };
}

function addAddress(
  id: string,
  addressType: AddressType,
  json: Parameters<typeof one.address.$post>[0]['json'],
) {
  return ask(one.address.$post({ param: { id }, query: { addressType }, json }));
}

/** MG-14: changes a setting and says what came of it; false when it failed. */
export function useSettingsChange(): (changes: SettingsChanges) => Promise<boolean> {
  const { settings } = useChanges();
  const flash = useToast();
  return async (changes) => {
    try {
      await settings(changes);
      flash('success', 'Show settings updated successfully.');
      return true;
    } catch {
      flash('error', 'Error occurred while updating show settings.');
      return false;
    }
  };
}
