import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema';
import type { RouterRoute } from 'hono/types';
import type * as v from 'valibot';
import { scopes } from '#domain/identity/api-token';
import { codes } from '#domain/codes';
import { operations } from '#middleware/route-registry';
import { checks } from '#middleware/validate';
import { definitions, responseByRoute } from './responses/by-route.ts';

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>;
}
export type Schema = JsonSchema | { $ref: string };
type Content = Record<string, { schema?: Schema }>;
export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  description?: string;
  schema: Schema;
}

const config = {
  target: 'draft-2020-12',
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} satisfies ConversionConfig;

/** Removes the dialect, which the document sets once. */
function withoutDialect({ $schema: _schema, $defs: _defs, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
const inputSchemaOf = (schema: v.GenericSchema) =>
  withoutDialect(toJsonSchema(schema, { ...config, typeMode: 'input' }));
const outputSchemaOf = (schema: v.GenericSchema) =>
  withoutDialect(toJsonSchema(schema, { ...config, typeMode: 'output', definitions }));

const groups: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/pos/, 'Purchase orders'],
  [/^\/api\/invoices/, 'Invoices'],
  [/^\/api\/payments/, 'Payments'],
  [/^\/api\/workflows/, 'Approvals'],
  [/^\/(api\/reports|files)/, 'Files and reports'],
  [/^\/api\/(imports|archives)/, 'Imports and archives'],
  [/^\/api\/(vendors|companies|coa|search|home)|^\/data/, 'Reference data'],
  [/^\/api\/(sessions|tokens)|^\/pages/, 'Account'],
];
const groupOf = (path: string) => groups.find(([form]) => form.test(path))?.[1] ?? 'Shows and management';

/** `GET /api/pos/:id/notes` is `getPosByIdNotes`. */
function idOf(method: string, path: string): string {
  const parts = path
    .replace(/^\/api/, '')
    .split(/[/-]/)
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `By-${part.slice(1)}` : part))
    .flatMap((part) => part.split('-'));
  return method.toLowerCase() + parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

function queryOf(schema: v.GenericSchema): Parameter[] {
  const { properties = {}, required = [] } = inputSchemaOf(schema);
  return Object.entries(properties).map(([name, property]) => ({
    in: 'query' as const,
    name,
    required: required.includes(name),
    schema: property as JsonSchema,
  }));
}

const showParameter: Parameter = {
  in: 'query',
  name: 'showId',
  required: false,
  description:
    'The show of the call. Required when neither the path nor the body names a show and the token covers several shows.',
  schema: { type: 'string' },
};
const keyParameter: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'A call that is sent again with the same key is carried out once and returns the same answer. Use a new UUID for each action.',
  schema: { type: 'string', minLength: 24, maxLength: 255 },
};

/** The PUT calls that accept an idempotency key; all POST calls do. */
const idempotentPuts =
  /^PUT \/api\/((pos|invoices|payments)\/:id(\/submit)?|(purchase-order|invoice|payment)-workflow-template\/:id)$/;

function parametersOf(method: string, path: string, queries: readonly v.GenericSchema[]): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    in: 'path' as const,
    name,
    required: true,
    schema: { type: 'string' as const },
  }));
  const queryParameters = queries.flatMap(queryOf);
  const all = [
    ...inPath,
    ...queryParameters,
    ...(method === 'POST' || idempotentPuts.test(`${method} ${path}`) ? [keyParameter] : []),
  ];
  return queryParameters.some(({ name }) => name === 'showId' || name === 'show')
    ? all
    : [...all, showParameter];
}

const form: Schema = {
  type: 'object',
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  required: ['file'],
};

type Handlers = readonly RouterRoute[];

function operationOf(key: string, handlers: Handlers): Operation {
  const [method = '', path = ''] = key.split(' ');
  const [scope = 'session', summary = ''] = operations[key] ?? [];
  const of = handlers.filter((route) => route.method === method && route.path === path);
  const checked = of.flatMap(({ handler }) => checks.get(handler) ?? []);
  const { answer, status = 200, orLater, query, file, upload } = responseByRoute[key] ?? {};
  const body = checked.find(({ target }) => target === 'json')?.schema;
  const queries = checked.filter(({ target }) => target === 'query').map(({ schema }) => schema);
  const content: Content = file
    ? { [file]: {} }
    : { 'application/json': answer ? { schema: outputSchemaOf(answer) } : {} };
  const requestContent: Content | null = upload
    ? { 'multipart/form-data': { schema: form } }
    : body
      ? { 'application/json': { schema: inputSchemaOf(body) } }
      : null;
  return {
    operationId: idOf(method, path),
    tags: [groupOf(path)],
    summary,
    security: scope === 'session' ? [{ session: [] }] : [{ token: [scope] }, { session: [] }],
    parameters: parametersOf(method, path, query ? [...queries, query] : queries),
    ...(requestContent && { requestBody: { required: true, content: requestContent } }),
    responses: {
      [status]: { description: 'Success.', content },
      ...(orLater && { 202: { description: 'Accepted. Processing continues in the background.', content } }),
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

const refusal: JsonSchema = {
  type: 'object',
  required: ['code'],
  properties: {
    code: {
      type: 'string',
      enum: Object.keys(codes),
      description: 'The reason. The list of codes is closed.',
    },
    message: { type: 'string', description: 'More about the reason, in plain language.' },
    errors: { type: 'array', items: { type: 'string' }, description: 'One code for each rule that failed.' },
    contentVersion: {
      type: 'integer',
      description:
        'Only with `WORKFLOW_CONFLICT`: the current content version, if the call named a different one.',
    },
    changes: {
      type: 'array',
      description:
        'Only with `WORKFLOW_CONFLICT`: the changes since the content version that the call named, oldest first.',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          userName: { type: 'string' },
          timeStamp: { type: 'string', description: 'The time of the change, in UTC.' },
          action: { type: 'string' },
          summary: { type: 'string', description: 'What the user did, such as `replaced an attachment`.' },
          contentVersion: {
            type: ['integer', 'null'],
            description: 'The content version of the document after this change.',
          },
          fields: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                field: { type: 'string' },
                label: { type: 'string' },
                before: { type: 'string' },
                after: { type: 'string' },
              },
            },
          },
        },
      },
    },
  },
};

const introduction = `The web application uses these calls for everything that it does with documents. A program sends a personal API token, which its
owner creates in Account Settings: \`Authorization: Bearer backlot_pat_...\`. The token allows what its scopes allow, and never more than its owner is allowed to do.`;

function buildDescription(routes: Handlers) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [key, [caller]] of Object.entries(operations)) {
    if (caller === 'nobody') continue;
    const [method = '', path = ''] = key.split(' ');
    const at = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(key, routes) };
  }
  const schemas = Object.entries(toJsonSchemaDefs(definitions, { ...config, typeMode: 'output' }));
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Backlot',
      version: '1.0.0',
      summary: 'Purchase orders, invoices and payments',
      description: introduction,
    },
    servers: [{ url: '/' }],
    tags: [...new Set([...groups.map(([, name]) => name), 'Shows and management'])].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(schemas.map(([name, schema]) => [name, withoutDialect(schema)])),
        Refusal: refusal,
      } as Record<string, Schema>,
      responses: {
        Refused: {
          description: 'Nothing was changed. `code` is the reason.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'backlot_pat_...',
          description: `Scopes: ${Object.entries(scopes)
            .map(([name, meaning]) => `\`${name}\` (${meaning.charAt(0).toLowerCase()}${meaning.slice(1)})`)
            .join(', ')}.`,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-session-token',
          description:
            'The session cookie of the web application. Calls that change data also send the `X-CSRF-Token` header.',
        },
      },
    },
  };
}
export type Description = ReturnType<typeof buildDescription>;

let cachedDescription: Description | null = null;

/** The API as OpenAPI 3.1, built once, on first use, from the schemas that validate the calls. */
export function describeApi(routes: Handlers): Description {
  cachedDescription ??= buildDescription(routes);
  return cachedDescription;
}
