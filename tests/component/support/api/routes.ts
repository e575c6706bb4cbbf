import type { ExtractSchema } from 'hono/types';
import type { Api } from '../../../../functions/app.ts';

type Schema = ExtractSchema<Api>;

/** Every route of the Worker, as its list has it: `POST /api/pos/filter`. */
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

/** What the Worker answers, as the client types it. */
export type Answer<Name extends Route> = Endpoint<Name> extends { output: infer Output } ? Output : never;

/** What the client sends. */
export type Body<Name extends Route> =
  Endpoint<Name> extends { input: { json: infer Json } } ? Json : unknown;
