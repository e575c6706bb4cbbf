import { useState } from 'react';
import { acceptsLowerLines } from '#domain/purchase-orders/line-reduction';
import { Switch } from '../../../parts/fields/checkbox.tsx';
import { useSession } from '../../../session/session.tsx';
import { Rows, Section } from '../managed-form/section.tsx';
import { readOnlyText, useDetails, useSettingsChange } from './show-details.ts';

/** Whether change orders may lower approved lines (CHANGE-05). */
export function ChangeOrders(props: { isReadOnly: boolean }) {
  const { settings } = useDetails();
  const { show } = useSession();
  const change = useSettingsChange();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const press = async (changeOrdersMayReduce: boolean) => {
    setPressed(changeOrdersMayReduce);
    await change({ changeOrdersMayReduce });
    setPressed(null);
  };
  const isAccepted = acceptsLowerLines[show.accountingSystem];
  const limit = 'A change order can lower or remove what is not invoiced of an approved line.';
  return (
    <Section
      title="Change orders"
      {...(isAccepted
        ? {}
        : {
            text: 'The accounting system of this show does not accept lower amounts: such a change order cannot be submitted.',
          })}
    >
      <Rows>
        <Switch
          label="Change orders may lower lines"
          hint={limit}
          isSelected={pressed ?? settings.changeOrdersMayReduce}
          reason={props.isReadOnly ? readOnlyText : null}
          onChange={(on) => void press(on)}
        />
      </Rows>
    </Section>
  );
}
