/**
 * Styles of a printed document, limited to what Chromium 126 supports; no network, no script. Amounts use tabular
 * figures; `ch` widths size a column to its longest number.
 */
export const style = `
*{box-sizing:border-box;margin:0;padding:0}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{font:400 8.75pt/1.45 'Inter','Open Sans',Arial,sans-serif;color:#181c19;overflow-wrap:anywhere}
span,b{unicode-bidi:isolate}
h1{font-size:9pt;font-weight:600;letter-spacing:.09em;text-transform:uppercase;color:#14563a}
h2{font-size:7.5pt;line-height:1.4;font-weight:600;letter-spacing:.07em;text-transform:uppercase;color:#59625c;margin-bottom:1.6mm;break-after:avoid}
section{margin-top:6mm}
.muted{color:#59625c}
.letterhead{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:10mm;padding-bottom:5mm;border-bottom:.6mm solid #14563a}
.company{font-size:14pt;line-height:1.2;font-weight:700;letter-spacing:-.012em;margin-bottom:1.4mm}
.production{margin-top:1.4mm;font-weight:600}
.title{text-align:right}
.number{font-size:19pt;line-height:1.15;font-weight:700;letter-spacing:-.02em;margin:.8mm 0 2mm}
.chips{display:flex;justify-content:flex-end;flex-wrap:wrap;gap:1.6mm}
.chip{display:inline-flex;align-items:center;gap:1.3mm;border:.25mm solid currentColor;border-radius:4mm;padding:.3mm 2.4mm;font-size:8pt;font-weight:600;color:#59625c}
.chip::before{content:'';width:1.8mm;height:1.8mm;border:.4mm solid currentColor;border-radius:50%}
.chip.approved{color:#1d6b3a}.chip.approved::before{background:currentColor}
.chip.refused{color:#ac2a20}.chip.refused::before{border-radius:0;background:currentColor}
.chip.waiting{color:#7d4f00}
.chip.badge{color:#1e579f}.chip.badge::before{display:none}
.edition{margin-top:1.6mm;color:#59625c}
.facts{display:flex;flex-wrap:wrap;gap:3.2mm 6mm;margin-top:4.6mm}
.facts>div{flex:1 1 0;min-width:24mm}
.facts dt,.parties h2{font-size:7pt;line-height:1.4;font-weight:600;letter-spacing:.04em;text-transform:uppercase;color:#59625c;margin-bottom:.4mm}
.facts>.subject,.facts>.long{flex-basis:100%}
.facts .subject dd{font-size:10.5pt;line-height:1.4;font-weight:600}
.parties{display:grid;grid-template-columns:minmax(0,1.3fr) minmax(0,1fr) minmax(0,1fr);gap:6mm;margin-top:4.6mm;padding-top:3.6mm;border-top:.2mm solid #c3cac4;break-inside:avoid}
.parties .name{font-weight:600}
table{width:100%;border-collapse:collapse;table-layout:fixed}
thead{display:table-header-group}
th{font-size:7pt;line-height:1.35;font-weight:600;letter-spacing:.03em;text-align:left;text-transform:uppercase;color:#59625c;vertical-align:bottom;padding:1.4mm 1.4mm;border-bottom:.35mm solid #181c19}
td{vertical-align:top;padding:1.55mm 1.4mm;border-bottom:.2mm solid #e1e5e0}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
tr{break-inside:avoid}
.figure{font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap;overflow-wrap:normal}
th.figure{white-space:normal}
.currency{font-weight:400;color:#59625c}
.under{display:block;font-size:7.75pt;color:#59625c}
.new{font-size:7pt;font-weight:600;color:#1e579f;white-space:nowrap}
.closing{break-inside:avoid}
.totals td{border:0;padding-top:1mm;padding-bottom:1mm}
tr:not(.totals)+.totals td,.totals:first-child td{padding-top:2.4mm}
.totals .label{text-align:right;color:#59625c}
.totals.grand td{font-size:11.5pt;font-weight:700;padding-top:1.8mm}
.totals.grand .label{color:#181c19;font-size:8.75pt;font-weight:600;vertical-align:middle}
.totals.grand .figure>span{display:inline-block;white-space:nowrap;border-top:.35mm solid #181c19;border-bottom:.9mm double #181c19;padding:1mm 0 1mm 5mm}
.notices{display:flex;flex-wrap:wrap;gap:0 10mm;break-before:avoid;break-inside:avoid}
.notice{flex:1 1 0;min-width:70mm;break-inside:avoid}
.notice.long{flex-basis:100%}
.notice.long ul{columns:2;column-gap:10mm}
.notice.long li{break-inside:avoid}
.note{break-inside:avoid;padding:1.9mm 0;border-bottom:.2mm solid #e1e5e0}
.note p{white-space:pre-wrap}
.byline{font-size:7.75pt;color:#59625c;margin-bottom:.4mm}
.byline b{color:#181c19;font-weight:600}
.tag{border:.2mm solid currentColor;border-radius:1mm;padding:0 1.2mm;margin-left:1.4mm;font-size:7pt;font-weight:600;color:#7d4f00}
.steps{break-inside:avoid}
.state{font-weight:600}
.state.waiting{color:#7d4f00}.state.open{font-weight:400;color:#59625c}
.state.approved{color:#1d6b3a}.state.refused{color:#ac2a20}.state.badge{color:#1e579f}
ul{list-style:none}
li{padding:.5mm 0}
.own-page{break-before:page;margin-top:0}
.own-page h2{font-size:11pt;letter-spacing:0;text-transform:none;color:#181c19;margin-bottom:.4mm}
.own-page>.muted{margin-bottom:4mm}
.watermark{position:fixed;left:0;right:0;top:38%;text-align:center;font-size:min(120pt,calc(580pt / var(--letters)));line-height:1;font-weight:700;letter-spacing:.06em;color:#ac2a20;opacity:.1;transform:rotate(-28deg)}
.picture{display:flex;align-items:center;justify-content:center;height:var(--picture-height)}
.picture img{max-width:100%;max-height:100%;object-fit:contain;image-orientation:from-image}
`;
