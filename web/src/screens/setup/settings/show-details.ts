import useSWR from 'swr';
import type { AddressType } from '#domain/management/show-form';
import type { SettingsChanges } from '#domain/settings';
import { api, ask, mustSucceed, send } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';

const showApi = api.api.shows[':id'];

const read = (id: string) => ask(showApi.$get({ param: { id } }));

/** The details of the open show that Settings edit (MG-10). */
export type ShowDetails = Awaited<ReturnType<typeof read>>;

/** Shares its cache key with the document forms, so that a new category is offered there at once. */
export function useShowDetails() {
  const { show } = useSession();
  return useSWR(keys.lookup(show.id, 'show'), () => read(show.id));
}

/** The show's details. Throws if they have not loaded. */
export function useDetails(): ShowDetails {
  const { data } = useShowDetails();
  if (!data) throw new Error('Settings are drawn before they were read');
  return data;
}

/** The features of the show, which decide what modules can be switched on (PE-22, PE-23). */
export function useFeatures() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'features'), () =>
    ask(showApi.features.$get({ param: { id: show.id } })),
  );
}

export type Address = ShowDetails['addresses'][number];
export type Category = ShowDetails['categories'][number];
export type CompanySettings = ShowDetails['companySettings'][number];
type DefaultWorkflows = Partial<
  Pick<
    ShowDetails,
    'defaultPurchaseOrderWorkflowId' | 'defaultInvoiceWorkflowId' | 'defaultPaymentWorkflowId'
  >
>;

/** (DEC-92) */
export const readOnlyText = 'You do not have permission to change settings.';

/** Whether the user may only read (DEC-92). */
export function useIsReadOnly(): boolean {
  return !useSession().can('Show', 'FULL');
}

/**
 * The changes that Settings make. Each puts the server's response into the cache, so that changes of other users are
 * kept. Errors are thrown to the caller.
 */
export function useChanges() {
  const { show, refreshShow } = useSession();
  const { mutate } = useShowDetails();
  const param = { id: show.id };
  const putRow = <Name extends 'addresses' | 'categories'>(name: Name, row: ShowDetails[Name][number]) =>
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
    saveSettings: async (json: SettingsChanges) => {
      const settings = await ask(showApi.settings.$post({ param, json }));
      await mutate((now) => now && { ...now, settings }, { revalidate: false });
      // The navigation depends on the settings.
      await refreshShow().catch(() => undefined);
    },
    saveDefaultWorkflows: async (json: DefaultWorkflows) => {
      const fresh = await ask(showApi.resource.$patch({ param, query: {}, json }));
      await mutate(fresh, { revalidate: false });
    },
    addAddress: async (addressType: AddressType, json: Parameters<typeof addAddress>[2]) =>
      putRow('addresses', await addAddress(show.id, addressType, json)),
    saveAddress: async (json: Parameters<typeof showApi.address.$patch>[0]['json']) =>
      putRow('addresses', await ask(showApi.address.$patch({ param, json }))),
    addCategory: async (name: string) =>
      putRow('categories', await ask(showApi.categories.$post({ param, json: { name } }))),
    saveCategory: async (
      json: Parameters<typeof showApi.categories.$patch>[0]['json'],
      isConfirmed: boolean,
    ) => {
      const query = isConfirmed ? ({ confirm: 'true' } as const) : {};
      await putRow('categories', await ask(showApi.categories.$patch({ param, query, json })));
    },
    saveTerms: async (fields: Record<string, string>, file: File | null) => {
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
  json: Parameters<typeof showApi.address.$post>[0]['json'],
) {
  return ask(showApi.address.$post({ param: { id }, query: { addressType }, json }));
}

/** Saves a setting and shows a toast. Returns false if it failed (MG-14). */
export function useSettingsChange(): (changes: SettingsChanges) => Promise<boolean> {
  const { saveSettings } = useChanges();
  const flash = useToast();
  return async (changes) => {
    try {
      await saveSettings(changes);
      flash('success', 'Show settings updated successfully.');
      return true;
    } catch {
      flash('error', 'Error occurred while updating show settings.');
      return false;
    }
  };
}
