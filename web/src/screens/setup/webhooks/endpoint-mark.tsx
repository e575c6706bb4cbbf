import { Chip } from '../../../parts/display/chip.tsx';
import type { Endpoint } from './calls.ts';

/** The state of an endpoint. Only problems are emphasized. */
export function EndpointMark({
  endpoint,
}: {
  endpoint: Pick<Endpoint, 'isEnabled' | 'failingSince' | 'givenUpAt'>;
}) {
  if (endpoint.isEnabled && endpoint.failingSince === null) return <Chip shape="check">Active</Chip>;
  if (endpoint.isEnabled)
    return (
      <Chip tone="caution" shape="triangle">
        Failing
      </Chip>
    );
  if (endpoint.givenUpAt === null) return <Chip shape="cross">Disabled</Chip>;
  return (
    <Chip tone="negative" shape="cross">
      Disabled after failures
    </Chip>
  );
}
