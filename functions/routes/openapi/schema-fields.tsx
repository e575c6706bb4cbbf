import type { Schema } from './describe-api.ts';

/** A schema as far as the page tells of it. */
interface Shape {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
  maxLength?: number;
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

const refName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
const quoted = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value));
const choices = ({ anyOf, oneOf }: Shape) => anyOf ?? oneOf;

/** What a value is, in a few words; what has a name is a link to it. */
function Kind({ shape }: { shape: Shape }) {
  const several = choices(shape);
  if (shape.$ref) return <a href={`#${refName(shape.$ref)}`}>{refName(shape.$ref)}</a>;
  if (several)
    return (
      <>
        {several.map((one, index) => (
          <>
            {index > 0 ? ' or ' : ''}
            <Kind shape={one} />
          </>
        ))}
      </>
    );
  if (shape.const !== undefined) return <>{quoted(shape.const)}</>;
  if (shape.enum) return <>{shape.enum.map(quoted).join(', ')}</>;
  if (shape.type === 'array')
    return (
      <>
        list of <Kind shape={shape.items ?? {}} />
      </>
    );
  if (shape.type === 'object' && typeof shape.additionalProperties === 'object')
    return (
      <>
        object with values of type <Kind shape={shape.additionalProperties} />
      </>
    );
  return <>{shape.type ?? 'any'}</>;
}

/** The part of a value that has fields of its own, whether it is listed, may be missing, or has no name. */
function inner(shape: Shape): Shape | null {
  if (shape.properties) return shape;
  if (shape.items) return inner(shape.items);
  for (const one of choices(shape) ?? []) {
    const found = inner(one);
    if (found) return found;
  }
  return null;
}

function Note({ shape }: { shape: Shape }) {
  const longest = shape.maxLength === undefined ? '' : `At most ${shape.maxLength} characters. `;
  return (
    <>
      {longest}
      {shape.description ?? ''}
    </>
  );
}

/** The fields of a value, one below the other, with those of their own inside. */
function Rows({ shape }: { shape: Shape }) {
  return (
    <ul class="fields">
      {Object.entries(shape.properties ?? {}).map(([name, field]) => {
        const within = inner(field);
        return (
          <li>
            <code>{name}</code>{' '}
            <span class="kind">
              <Kind shape={field} />
              {shape.required?.includes(name) ? '' : ', optional'}
            </span>{' '}
            <span class="note">
              <Note shape={field} />
            </span>
            {within ? <Rows shape={within} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** A body, an answer or a named shape. */
export function Fields({ schema }: { schema: Schema }) {
  const shape = schema as Shape;
  const within = inner(shape);
  return (
    <>
      {within === shape ? null : (
        <p class="kind">
          <Kind shape={shape} />
        </p>
      )}
      {within ? <Rows shape={within} /> : null}
    </>
  );
}

/** The kind of a parameter. */
export function ParameterKind({ schema }: { schema: Schema }) {
  return <Kind shape={schema as Shape} />;
}
