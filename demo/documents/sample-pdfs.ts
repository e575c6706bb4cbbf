/** Content of a demo PDF. `rows` become a ruled table with a right-aligned last column. */
export interface SamplePdf {
  title: string;
  from: string;
  intro: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  total: string;
  closing: readonly string[];
}

export const quotePdf: SamplePdf = {
  title: 'QUOTATION',
  from: 'Prepared for the production office',
  intro: ['Prices are held for thirty days.', 'Delivery to the stage door between 7 am and 3 pm.'],
  columns: ['Qty', 'Description', 'Rate', 'Amount'],
  rows: [
    ['12', 'Flat, hard-covered, 4 x 10 ft', '85.00', '1,020.00'],
    ['6', 'Brass sconce, aged', '42.50', '255.00'],
    ['2', 'Week of hire, scissor lift', '480.00', '960.00'],
    ['1', 'Delivery and collection', '175.00', '175.00'],
  ],
  total: '2,410.00',
  closing: ['Half is due with the order, the rest on delivery.', 'Loss and damage at replacement cost.'],
};

export const invoicePdf: SamplePdf = {
  title: 'INVOICE',
  from: 'Please quote the purchase order number with your payment',
  intro: ['Goods and services as ordered by the department.', 'Terms: net 30 days.'],
  columns: ['Line', 'Description', 'Amount'],
  rows: [
    ['1', 'As per purchase order, delivered in full', '1,840.00'],
    ['2', 'Overtime on strike day, agreed on set', '220.00'],
    ['3', 'Fuel surcharge', '35.00'],
  ],
  total: '2,095.00',
  closing: ['Thank you for your business.'],
};

export const remittancePdf: SamplePdf = {
  title: 'REMITTANCE ADVICE',
  from: 'Production accounting',
  intro: ['This payment settles the invoices below.'],
  columns: ['Invoice', 'Date', 'Amount'],
  rows: [
    ['A-1042', '12 March', '2,095.00'],
    ['A-1057', '19 March', '640.00'],
  ],
  total: '2,735.00',
  closing: ['Questions go to the accounts payable clerk of the show.'],
};

export const taxFormPdf: SamplePdf = {
  title: 'VENDOR TAX DETAILS',
  from: 'Request for taxpayer identification (demonstration form, not an official one)',
  intro: ['Completed by the vendor before the first payment.'],
  columns: ['Field', 'Answer'],
  rows: [
    ['Name', 'As on the account'],
    ['Classification', 'Sole proprietor'],
    ['Identification number', 'XX-XXX0000'],
    ['Signed', 'Yes'],
  ],
  total: '',
  closing: ['Keep this form with the vendor record.'],
};

export const termsPdf: SamplePdf = {
  title: 'TERMS AND CONDITIONS OF PURCHASE',
  from: 'These terms are part of every purchase order of this company',
  intro: [],
  columns: ['No.', 'Term'],
  rows: [
    ['1', 'No work begins before the order is approved in writing.'],
    ['2', 'Invoices name the purchase order number and are sent to production accounting.'],
    ['3', 'Rentals are returned in working order; wear from normal use is the owner\u2019s.'],
    ['4', 'Changes of price or scope need a change order.'],
    ['5', 'The vendor does not share what they learn about the story.'],
  ],
  total: '',
  closing: ['Version of the first day of principal photography.'],
};
