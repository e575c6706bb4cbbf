import type { Child } from 'hono/jsx';
import type { EmailFact, EmailList, EmailTone, RenderedContent } from './message-content.ts';
import { emailStyleSheet, emailStyle as style } from './message-style.ts';

function Mark({ text, tone }: { text: string; tone: EmailTone }) {
  return (
    <strong class={tone} style={style[tone]}>
      <bdi>{text}</bdi>
    </strong>
  );
}

function Facts({ facts }: { facts: readonly EmailFact[] }) {
  return (
    <table role="presentation" cellpadding="0" cellspacing="0" style={style.facts}>
      {facts.map(([label, value, tone]) => (
        <tr>
          <td class="muted" style={style.label}>
            {label}
          </td>
          <td style={style.value}>{tone ? <Mark text={value} tone={tone} /> : <bdi>{value}</bdi>}</td>
        </tr>
      ))}
    </table>
  );
}

function List({ title, rows, more }: EmailList) {
  return (
    <>
      <h2 class="line" style={style.listTitle}>
        {title}
      </h2>
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style={style.list}>
        {rows.map((row) => (
          <>
            <tr>
              <td style={style.listCell}>
                {row.href === null ? (
                  <strong>
                    <bdi>{row.title}</bdi>
                  </strong>
                ) : (
                  <a class="accent" href={row.href} style={style.listLink}>
                    <bdi>{row.title}</bdi>
                  </a>
                )}
              </td>
              <td align="right" style={style.listAmount}>
                {row.amount}
              </td>
            </tr>
            <tr>
              <td class="muted line" colspan={2} style={style.detail}>
                {row.mark && (
                  <>
                    <Mark {...row.mark} />
                    {', '}
                  </>
                )}
                <bdi>{row.detail}</bdi>
                {row.also && (
                  <p style={style.rowAlso}>
                    <a class="accent" href={row.also.href} style={style.alsoLink}>
                      {row.also.label}
                    </a>
                  </p>
                )}
              </td>
            </tr>
          </>
        ))}
      </table>
      {more !== '' && (
        <p class="muted" style={style.more}>
          {more}
        </p>
      )}
    </>
  );
}

function EmailDocument({ title, children }: { title: string; children: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: emailStyleSheet }} />
      </head>
      <body class="ground" style={style.body}>
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          class="ground"
          style={style.ground}
        >
          <tr>
            <td align="center" class="gutter" style={style.gutter}>
              {children}
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
}

function EmailPage({ content }: { content: RenderedContent }) {
  const { place, headline, paragraphs, note, facts, lists, action, also, small } = content;
  return (
    <EmailDocument title={headline}>
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style={style.column}>
        <tr>
          <td class="muted" style={style.place}>
            <bdi>{place}</bdi>
          </td>
        </tr>
        <tr>
          <td class="card" style={style.card}>
            <h1 style={style.headline}>{headline}</h1>
            {note && (
              <blockquote class="note" style={style.note}>
                <p dir="auto" style={style.noteText}>
                  {note.text}
                </p>
                <p class="muted" style={style.noteFrom}>
                  <bdi>{note.from}</bdi>
                </p>
              </blockquote>
            )}
            {paragraphs.map((paragraph) => (
              <p style={style.paragraph}>{paragraph}</p>
            ))}
            {facts.length > 0 && <Facts facts={facts} />}
            {lists.map((list) => (
              <List {...list} />
            ))}
            {action && (
              <p style={style.action}>
                <a class="button" href={action.href} style={style.button}>
                  {action.label}
                </a>
              </p>
            )}
            {also && (
              <p style={style.also}>
                <a class="accent" href={also.href} style={style.alsoLink}>
                  {also.label}
                </a>
              </p>
            )}
          </td>
        </tr>
        <tr>
          <td class="muted" style={style.small}>
            {small.map((line) => (
              <p style={style.smallLine}>{line}</p>
            ))}
          </td>
        </tr>
      </table>
    </EmailDocument>
  );
}

/** Renders an e-mail as HTML for mail clients: tables and inline styles. JSX escapes typed text. */
export function emailHtml(content: RenderedContent): string {
  return `<!doctype html>${(<EmailPage content={content} />).toString()}`;
}
