/** @typedef {import('./mailbox.mjs').Mail} Mail */

const style = `
:root { color-scheme: light dark; --ink: #1c211e; --quiet: #5c655f; --line: #dfe3e0; --ground: #f7f8f7; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9ece9; --quiet: #9aa49d; --line: #2b312d; --ground: #121513; } }
body { margin: 0; font: 14px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
main { max-width: 960px; margin: 0 auto; padding: 24px; }
h1 { font-size: 20px; margin: 0 0 16px; }
a { color: inherit; }
table { width: 100%; border-collapse: collapse; }
td, th { text-align: left; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th, dt, .quiet { color: var(--quiet); font-weight: 400; }
td { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border: 1px solid var(--line); border-radius: 6px; }`;

/** @param {string} text */
function escaped(text) {
  const signs = /** @type {Record<string, string>} */ ({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  });
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}

/**
 * @param {string} title
 * @param {string} content
 */
function page(title, content) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head><body><main>${content}</main></body></html>`;
}

/** @param {string | undefined} messageId */
function query(messageId) {
  return `id=${encodeURIComponent(messageId ?? '')}`;
}

/** @param {Mail} mail */
function receivers({ to = [], cc = [], bcc = [] }) {
  return [...to, ...cc, ...bcc].join(', ');
}

/** @param {Mail[]} mails newest first */
export function listPage(mails) {
  const rows = mails.map(
    (mail) =>
      `<tr><td class="quiet">${escaped(mail.sentAt.slice(0, 19).replace('T', ' '))}</td><td><a href="/mail?${query(mail.messageId)}">${escaped(mail.subject)}</a></td><td>${escaped(receivers(mail))}</td><td>${mail.attachments.length || ''}</td></tr>`,
  );
  const table = `<table><thead><tr><th>Sent (UTC)</th><th>Subject</th><th>To</th><th>Files</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page(
    'Sent mail · Backlot',
    `<h1>Sent mail</h1>${rows.length > 0 ? table : '<p class="quiet">Nothing has been sent since the start. Reload to look again.</p>'}`,
  );
}

/** @param {Mail} mail */
export function mailPage(mail) {
  const heads = [
    ['From', mail.from],
    ['To', (mail.to ?? []).join(', ')],
    ['Cc', (mail.cc ?? []).join(', ')],
    ['Bcc', (mail.bcc ?? []).join(', ')],
    ['Sent', mail.sentAt],
  ];
  const lines = heads.flatMap(([name = '', value = '']) =>
    value ? [`<dt>${name}</dt><dd>${escaped(value)}</dd>`] : [],
  );
  const links = mail.attachments.map(
    ({ filename, size }, index) =>
      `<a href="/attachment?${query(mail.messageId)}&amp;number=${index + 1}">${escaped(filename)}</a> <span class="quiet">${Math.ceil(size / 1024)} KB</span>`,
  );
  const attachments = links.length > 0 ? `<dt>Files</dt><dd>${links.join('<br>')}</dd>` : '';
  const html = mail.html ? `<iframe title="The mail" src="/html?${query(mail.messageId)}"></iframe>` : '';
  const text = mail.text ? `<h2 class="quiet">Plain text</h2><pre>${escaped(mail.text)}</pre>` : '';
  return page(
    mail.subject,
    `<p><a href="/">All mail</a></p><h1>${escaped(mail.subject)}</h1><dl>${lines.join('')}${attachments}</dl>${html}${text}`,
  );
}
