import type { Settings } from '#domain/settings';

type SwitchName = {
  [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never;
}[keyof Settings];

interface SettingSwitch {
  name: SwitchName;
  label: string;
  hint: string;
  /** The feature that the setting needs (PE-22, PE-23). */
  feature?: 'APIA' | 'APPA';
}

/** All switches of a show, grouped by subject (DEC-64, DEC-97). */
export const switchGroups: readonly { title: string; switches: readonly SettingSwitch[] }[] = [
  {
    title: 'Modules',
    switches: [
      {
        name: 'invoiceModuleVisible',
        label: 'Invoices',
        hint: 'Shows invoices to users who have access to them.',
        feature: 'APIA',
      },
      {
        name: 'paymentModuleVisible',
        label: 'Payments',
        hint: 'Shows payments to users who have access to them.',
        feature: 'APPA',
      },
    ],
  },
  {
    title: 'Approval',
    switches: [
      {
        name: 'resetApprovalOnEdit',
        label: 'Reset approval on edit',
        hint: 'Approval starts over when a document in approval is edited.',
      },
      {
        name: 'approvalFlowPaymentSelectionEnabled',
        label: 'Choose the payment flow',
        hint: 'The approval flow is chosen when a payment is submitted.',
      },
      {
        name: 'splitOrderWarning',
        label: 'Warn of split orders',
        hint: 'Approvers see orders of one vendor and week that exceed a limit only together.',
      },
      {
        name: 'oneVotePerFlow',
        label: 'One approval per person',
        hint: 'Nobody approves two steps of a document, themselves or for others. Documents in approval keep their rule.',
      },
      {
        name: 'coversNeedApproval',
        label: 'Approve covers',
        hint: 'A cover that users set for themselves begins once a Show Admin has approved it.',
      },
    ],
  },
  {
    title: 'Purchase orders',
    switches: [
      {
        name: 'sendUnapprovedPurchaseOrders',
        label: 'Send unapproved purchase orders',
        hint: 'Users with this permission may send purchase orders to Accounting before they are approved.',
      },
      {
        name: 'archiveVoidedItems',
        label: 'Archive voided items',
        hint: 'Voided purchase orders and invoices leave the lists.',
      },
      {
        name: 'updateRentalQuantity',
        label: 'Update rental quantity',
        hint: 'The quantity of a rental line follows its dates.',
      },
    ],
  },
  {
    title: 'Vendors',
    switches: [
      {
        name: 'replacePoTempVendors',
        label: 'Replace temporary vendors',
        hint: 'A purchase order is only sent to Accounting with a vendor that Accounting knows.',
      },
      {
        name: 'vendorEmailAutoSendEnabled',
        label: 'E-mail vendors on approval',
        hint: 'An approved purchase order is e-mailed to its vendor.',
      },
    ],
  },
  {
    title: 'Relief',
    switches: [
      {
        name: 'purchaseOrderRelieveResources',
        label: 'Relieve purchase orders',
        hint: 'Invoice lines can relieve lines of purchase orders.',
      },
      {
        name: 'displayReliefIndicatorsApp',
        label: 'Relief indicators on screen',
        hint: 'Invoices show how far each line is relieved.',
      },
      {
        name: 'displayReliefIndicatorsPdf',
        label: 'Relief indicators in PDFs',
        hint: 'Printed invoices show them, too.',
      },
    ],
  },
];
