import type { Party, PageModel } from './page-model.ts';

/** The sender, and the document's title, number, status and badge. */
export function Header({ letterhead, title, number, chips, edition }: PageModel) {
  const { productionCompany, addressLines, showName, showNumber } = letterhead;
  return (
    <header class="letterhead">
      <div>
        <p class="company">{productionCompany}</p>
        {addressLines.filter(Boolean).map((line) => (
          <p class="muted" key={line}>
            {line}
          </p>
        ))}
        <p class="production">
          <bdi>{showName}</bdi>
          {showNumber && <span class="muted"> · {showNumber}</span>}
        </p>
      </div>
      <div class="title">
        <h1>{title}</h1>
        <p class="number">{number}</p>
        <p class="chips">
          {chips.map(({ text, tone }) => (
            <span class={`chip ${tone}`} key={text}>
              {text}
            </span>
          ))}
        </p>
        {edition && <p class="edition">{edition}</p>}
      </div>
    </header>
  );
}

/** A longer value gets its own row, as it would be a narrow column. */
const fullWidthLength = 40;

export function HeaderFields({ description, facts }: PageModel) {
  return (
    <dl class="facts">
      {description && (
        <div class="subject">
          <dt>Description</dt>
          <dd>
            <bdi>{description}</bdi>
          </dd>
        </div>
      )}
      {facts
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => (
          <div key={name} class={value.length > fullWidthLength ? 'long' : ''}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function PartyBlock({ title, name, lines }: Party) {
  return (
    <div>
      <h2>{title}</h2>
      <p class="name">
        <bdi>{name || '—'}</bdi>
      </p>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>
          <bdi>{line}</bdi>
        </p>
      ))}
    </div>
  );
}

export function Parties({ parties }: PageModel) {
  return (
    <div class="parties">
      {parties.map((party) => (
        <PartyBlock key={party.title} {...party} />
      ))}
    </div>
  );
}
