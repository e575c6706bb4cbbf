/** Functions of the store that are called at module load, or without a statement. */
export const calledElsewhere = [
  'd1/json-object.ts columnsExcept',
  'd1/json-object.ts jsonObject',
  'd1/json-object.ts jsonPairs',
  'd1/json-object.ts jsonValue',
  'd1/json-rows.ts compileRowDecoder',
  'd1/open.ts errorText',
  'd1/open.ts shards',
  'd1/open.ts violatesConstraint',
  'd1/prepared-read.ts prepareRead',
  'd1/prepared-write.ts prepareWrite',
  'show-move/choose-shard.ts leastUsedShard',
  'show-move/shard-schema.ts parentsFirst',
  'show/invoices/invoice-number.ts isNumberTaken',
  'show/lists/list-page.ts prepareListQuery',
  'show/mail/document-mail.ts quotaRefusal',
  'show/documents/vendor-use.ts parseVendorUse',
];
