import { and, eq } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { memberships, seesDocuments, users } from './tables.ts';

const readers = prepareRead(({ db, showId }) => [
  db
    .select({
      userId: memberships.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      purchaseOrderVisibility: memberships.purchaseOrderVisibility,
      invoiceVisibility: memberships.invoiceVisibility,
      invoiceModuleVisible: memberships.invoiceModuleVisible,
      paymentModuleVisible: memberships.paymentModuleVisible,
      displayPoNumbers: memberships.displayPoNumbers,
    })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), eq(users.isActive, true)))
    .where(and(eq(memberships.showId, showId), eq(memberships.isActive, true), seesDocuments)),
]);

/** The active members of a show who see documents, with the settings that decide which (DEC-13, BUD-88). */
export const readersQuery = (directory: Source) => mapQuery(readers(directory, {}), ([rows]) => rows);
