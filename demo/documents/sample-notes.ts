/** Sample texts of notes. */
export const sampleNotes = {
  standard: [
    'Vendor confirmed delivery to stage 4 on Thursday before noon.',
    'Price includes delivery and return; see the quote.',
    'Second quote was 15% higher, attached for comparison.',
    'Please rush, this plays on day 12.',
    'Shared with second unit, split the cost by episode.',
    'Returned two of the pieces, vendor will credit us.',
    'Spoke with the vendor: net 30 is fine.',
    'Colour approved by the designer this morning.',
    'Needed for the camera test, not for principal photography.',
    'Weather cover: we keep it on hold until Friday.',
  ],
  hidden: [
    'Auditor asked for the competing quote; kept in the production file.',
    'Rate agreed with the studio, do not circulate.',
  ],
  revision: [
    'Please attach the quote and split the rental from the purchases.',
    'Wrong account: greens go to 2304.',
    'Rental dates run past wrap, please shorten.',
    'Ask for the weekly rate, we keep it longer than five days.',
  ],
  denied: [
    'Not ours: this was ordered by the second unit company.',
    'Goods were never delivered.',
    'Paid by card on the day, see the float.',
  ],
  voided: [
    'PO voided by creator',
    'Scene was cut from the script.',
    'Vendor can no longer deliver.',
    'Raised twice by mistake.',
  ],
  adjustment: [
    'Two more shooting days at the farmhouse.',
    'Director added the night exterior, need four more units.',
    'Extra week of rental after the schedule moved.',
    'Damage on set, replacement agreed with the vendor.',
  ],
} as const;
