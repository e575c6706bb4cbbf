import type { Schema } from './describe-api.ts';

/** The parts of a JSON schema that the page shows. */
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

/** The type of a value in a few words; named schemas are links. */
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

/** The schema of a value's fields, also inside an array or an optional value; null for a value without fields. */
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
  const lengthNote = shape.maxLength === undefined ? '' : `At most ${shape.maxLength} characters. `;
  return (
    <>
      {lengthNote}
      {shape.description ?? ''}
    </>
  );
}

/** The fields of a value as a list, with their own fields nested. */
function Rows({ shape }: { shape: Shape }) {
  return (
    <ul class="fields">
      {Object.entries(shape.properties ?? {}).map(([name, field]) => {
        const innerShape = inner(field);
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
            {innerShape ? <Rows shape={innerShape} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** A request body, a response, or a named schema. */
export function Fields({ schema }: { schema: Schema }) {
  const shape = schema as Shape;
  const innerShape = inner(shape);
  return (
    <>
      {innerShape === shape ? null : (
        <p class="kind">
          <Kind shape={shape} />
        </p>
      )}
      {innerShape ? <Rows shape={innerShape} /> : null}
    </>
  );
}

export function ParameterKind({ schema }: { schema: Schema }) {
  return <Kind shape={schema as Shape} />;
}
