import { codes } from '#domain/codes';
import { scopes } from '#domain/identity/api-token';
import { Fields, ParameterKind } from './schema-fields.tsx';
import type { Description, Operation } from './describe-api.ts';

const slug = (text: string) => text.toLowerCase().replaceAll(' ', '-');

type Call = Operation & { method: string; path: string };

function callsOf({ paths }: Description): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ ...call, method: method.toUpperCase(), path })),
  );
}

function CallDetails({ call }: { call: Call }) {
  const scope = call.security[0]?.['token']?.[0];
  const body = Object.entries(call.requestBody?.content ?? {})[0];
  const [[status, answer] = []] = Object.entries(call.responses);
  const [kind, shape] = (answer && 'content' in answer && Object.entries(answer.content ?? {})[0]) || [];
  return (
    <details>
      <summary>
        <span class="method">{call.method}</span>
        <code>{call.path}</code>
        <span class="about">{call.summary}</span>
      </summary>
      <div class="inside">
        <h3>Access</h3>
        <p>{scope ? <code>{scope}</code> : 'Only the web application. API tokens cannot call this route.'}</p>
        {call.parameters.length > 0 ? <h3>Parameters</h3> : null}
        <ul class="fields">
          {call.parameters.map(({ name, in: where, required, schema, description }) => (
            <li>
              <code>{name}</code>{' '}
              <span class="kind">
                {where}, <ParameterKind schema={schema} />
                {required ? '' : ', optional'}
              </span>{' '}
              <span class="note">
                {description ?? (schema as { description?: string }).description ?? ''}
              </span>
            </li>
          ))}
        </ul>
        {body ? (
          <>
            <h3>Request body, {body[0]}</h3>
            <Fields schema={body[1].schema ?? {}} />
          </>
        ) : null}
        <h3>
          Response, {status}, {kind}
        </h3>
        {shape?.schema ? <Fields schema={shape.schema} /> : null}
      </div>
    </details>
  );
}

function Start() {
  return (
    <>
      <h2 id="start">Getting started</h2>
      <p>
        Create a token under Account Settings in Backlot, for one show or for all of your shows, with as few
        scopes as possible. Backlot shows it once. The token can act as you, so keep it as safe as a password.
        Send it with every call:
      </p>
      <pre>{`curl https://backlot.example.com/api/users/shows \\
  -H "Authorization: Bearer $BACKLOT_TOKEN"`}</pre>
      <table>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">Allows</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(scopes).map(([name, meaning]) => (
            <tr>
              <td>
                <code>{name}</code>
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        A token never allows more than its owner is allowed to do. The limit is 600 calls a minute. If the
        response is 429 or 503, wait and try again. Send an <code>Idempotency-Key</code> with every POST, so
        that a call that is sent again after a broken connection is carried out once.
      </p>
      <p>
        Amounts are numbers with two decimals. Days look like <code>2026-11-03</code>. Times are in UTC.
        Backlot ignores unknown fields in your calls. Please ignore unknown fields in the responses. The same
        reference is available as <a href="/api/openapi.json">OpenAPI 3.1</a>.
      </p>
    </>
  );
}

function Refusals() {
  return (
    <>
      <h2 id="refusals">Errors</h2>
      <p>
        A refused call changes nothing and returns the reason. <code>code</code> is one of the codes below,{' '}
        <code>message</code> gives more detail if there is any, and <code>errors</code> has one code for each
        rule that failed.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(codes)
            .toSorted(([, one], [, other]) => one - other)
            .map(([code, status]) => (
              <tr>
                <td>{status}</td>
                <td>
                  <code>{code}</code>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}

/** The API reference as plain HTML, without a script. */
export function ApiPage({ api }: { api: Description }) {
  const calls = callsOf(api);
  const groups = api.tags.map(({ name }) => name);
  const sections = [
    ['start', 'Getting started'],
    ['refusals', 'Errors'],
    ...groups.map((name) => [slug(name), name]),
  ];
  return (
    <html lang="en-US">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API · Backlot</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/theme.js" />
        <link rel="stylesheet" href="/page.css" />
        <link rel="stylesheet" href="/api-reference.css" />
      </head>
      <body>
        <div class="page">
          <nav aria-label="Contents">
            <p class="name">
              <span class="mark" aria-hidden="true">
                B
              </span>
              Backlot
            </p>
            <ul>
              {[...sections, ['shapes', 'Schemas']].map(([id, name]) => (
                <li>
                  <a href={`#${id}`}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
          <main>
            <h1>API</h1>
            <p>
              A program can do everything with documents that the web application does: with the same calls,
              the same rules and the same responses.
            </p>
            <Start />
            <Refusals />
            {groups.map((group) => (
              <section aria-labelledby={slug(group)}>
                <h2 id={slug(group)}>{group}</h2>
                {calls
                  .filter(({ tags }) => tags.includes(group))
                  .map((call) => (
                    <CallDetails call={call} />
                  ))}
              </section>
            ))}
            <h2 id="shapes">Schemas</h2>
            {Object.entries(api.components.schemas).map(([name, schema]) => (
              <details>
                <summary class="shape">
                  <code>{name}</code>
                </summary>
                <div class="inside" id={name}>
                  <Fields schema={schema} />
                </div>
              </details>
            ))}
          </main>
        </div>
      </body>
    </html>
  );
}
