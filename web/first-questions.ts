/** What a page asks the server first; `public/start.js` knows what stands in braces. */
export interface FirstQuestion {
  path: string;
  body?: Readonly<Record<string, unknown>>;
}

/** A list as it begins: without filters, in the persona's default tab. */
function orders(persona: 'CREATOR' | 'APPROVER', tab: FirstQuestion['body']): FirstQuestion {
  return {
    path: `/api/pos/filter?showId={show}&persona=${persona}&page=1&count={count}&sort=PO_NUMBER%2CDESC`,
    body: {
      ...tab,
      poNumbers: [],
      dateRange: null,
      departmentIds: [],
      creatorIds: persona === 'CREATOR' ? '{creators}' : [],
      vendorNumbers: [],
      vendorData: [],
      isAdjustment: null,
      isFailedToSendToAccounting: null,
      importId: null,
      showId: '{show}',
    },
  };
}

const counts: FirstQuestion = { path: '/api/users/meta?show={show}&st=0&revisions=1' };

/**
 * Asked while the code of the page is on its way, in the words in which it will ask; what is asked otherwise is not used. Tests
 * compare them.
 */
export const firstQuestions = {
  orders: [orders('CREATOR', { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] }), counts],
  queue: [
    orders('APPROVER', { poStatuses: ['SUBMITTED_FOR_APPROVAL'] }),
    { path: '/api/home?showId={show}' },
    counts,
  ],
  order: [
    { path: '/api/pos/{id}?persona={persona}&showId={show}' },
    { path: '/api/coa/{license}?includeAccountParts=true&showId={show}' },
    counts,
  ],
} as const satisfies Record<string, readonly FirstQuestion[]>;
