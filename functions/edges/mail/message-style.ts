/**
 * Mail clients support inline styles and tables. The style sheet only adds dark colors and a narrow layout where
 * supported. Colors as in the web's theme.
 */
const light = {
  ground: '#f8f9f7',
  card: '#ffffff',
  ink: '#181c19',
  muted: '#59625c',
  line: '#e1e5e0',
  accent: '#14563a',
  onAccent: '#ffffff',
  note: '#eff1ee',
  negative: '#ac2a20',
  caution: '#7d4f00',
};

const dark = {
  ground: '#121513',
  card: '#1a1e1b',
  ink: '#e9ece9',
  muted: '#a3ada6',
  line: '#2b312d',
  accent: '#4cb485',
  onAccent: '#06180e',
  note: '#222824',
  negative: '#f49c93',
  caution: '#e9b955',
};

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Long words, addresses and file names must not make the page wider than a phone. */
const wraps = 'overflow-wrap:anywhere;word-break:break-word';

export const emailStyle = {
  body: `margin:0;padding:0;background:${light.ground};color:${light.ink};${font};font-size:15px;line-height:1.5`,
  ground: `background:${light.ground}`,
  gutter: 'padding:32px 16px',
  column: `max-width:600px;text-align:left;${font};font-size:15px;line-height:1.5`,
  place: `padding:0 4px 10px;color:${light.muted};font-size:13px;font-weight:600;${wraps}`,
  card: `background:${light.card};border:1px solid ${light.line};border-radius:10px;padding:28px;color:${light.ink}`,
  headline: `margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:650;letter-spacing:-0.01em;${wraps}`,
  paragraph: `margin:0 0 16px;white-space:pre-line;${wraps}`,
  note: `margin:0 0 20px;padding:12px 16px;background:${light.note};border-radius:6px`,
  noteText: `margin:0;white-space:pre-line;${wraps}`,
  noteFrom: `margin:4px 0 0;color:${light.muted};font-size:13px`,
  facts: 'margin:0 0 4px;border-collapse:collapse',
  label: `padding:3px 20px 3px 0;color:${light.muted};font-size:14px;vertical-align:top;white-space:nowrap`,
  value: `padding:3px 0;font-size:14px;vertical-align:top;font-variant-numeric:tabular-nums;${wraps}`,
  listTitle: `margin:20px 0 0;padding:0 0 8px;border-bottom:1px solid ${light.line};font-size:14px;font-weight:650`,
  list: 'border-collapse:collapse',
  listCell: `padding:10px 16px 0 0;font-size:14px;vertical-align:top;${wraps}`,
  listLink: `color:${light.accent};font-weight:600;text-decoration:none`,
  detail: `padding:2px 0 10px;border-bottom:1px solid ${light.line};color:${light.muted};font-size:13px;${wraps}`,
  negative: `color:${light.negative};font-weight:600`,
  caution: `color:${light.caution};font-weight:600`,
  rowAlso: 'margin:6px 0 0',
  listAmount:
    'padding:10px 0 0;font-size:14px;vertical-align:top;white-space:nowrap;font-variant-numeric:tabular-nums',
  more: `margin:10px 0 0;color:${light.muted};font-size:13px`,
  action: 'margin:20px 0 0',
  button: `display:inline-block;padding:12px 20px;border-radius:6px;background:${light.accent};color:${light.onAccent};font-size:15px;font-weight:600;text-decoration:none`,
  also: 'margin:16px 0 0;font-size:14px',
  alsoLink: `color:${light.accent};text-decoration:underline`,
  small: `padding:16px 4px 0;color:${light.muted};font-size:13px;line-height:1.5`,
  smallLine: `margin:0 0 4px;${wraps}`,
} as const;

export const emailStyleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .gutter { padding: 20px 12px !important; } .card { padding: 20px !important; } }
@media (prefers-color-scheme: dark) {
  .ground { background: ${dark.ground} !important; color: ${dark.ink} !important; }
  .card { background: ${dark.card} !important; border-color: ${dark.line} !important; color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .line { border-color: ${dark.line} !important; }
  .accent { color: ${dark.accent} !important; }
  .note { background: ${dark.note} !important; }
  .negative { color: ${dark.negative} !important; }
  .caution { color: ${dark.caution} !important; }
  .button { background: ${dark.accent} !important; color: ${dark.onAccent} !important; }
}
`;
