/** The list of the purchase orders that failed to send to Accounting (AC-06). */
export const failedToSendHref = '/po?status=all&failed=yes';
