import type { ExtractSchema } from 'hono/types';
import type { Api } from '../../../../functions/app.ts';

type Schema = ExtractSchema<Api>;

/** Method and path of every route of the Worker: `POST /api/pos/filter`. */
export type Route = {
  [Path in keyof Schema & string]: {
    [Method in keyof Schema[Path] & string]: Method extends `$${infer Name}`
      ? `${Uppercase<Name>} ${Path}`
      : never;
  }[keyof Schema[Path] & string];
}[keyof Schema & string];

type Endpoint<Name extends Route> = Name extends `${infer Method} ${infer Path}`
  ? Path extends keyof Schema
    ? `$${Lowercase<Method>}` extends keyof Schema[Path]
      ? Schema[Path][`$${Lowercase<Method>}`]
      : never
    : never
  : never;

/** The response body of a route, with the client's types. */
export type ResponseBody<Name extends Route> =
  Endpoint<Name> extends { output: infer Output } ? Output : never;

/** The JSON request body of a route. */
export type RequestBody<Name extends Route> =
  Endpoint<Name> extends { input: { json: infer Json } } ? Json : unknown;
