/** A deployment as `readDeployment` returns it. */
export const stage = {
  name: 'stage',
  address: 'https://stage.example.com',
  shards: 1,
  realtimeShards: 16,
  mailFrom: 'Backlot <no-reply@example.com>',
  accountingUrl: 'https://accounting.example.com/api',
  faqUrl: '/faq.html',
  breachedPasswordsUrl: '',
};
