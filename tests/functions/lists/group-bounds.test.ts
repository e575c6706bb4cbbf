import { describe, expect, it } from 'vitest';
import { maxGroups } from '#domain/lists/list-columns';
import { groupsOf } from '#verbs/lists/list-groups';

const rowOf = (key: string, currency: string) => ({ key, currency, count: 1, cents: 100, name: key });

describe('more groups than an answer holds', () => {
  it('VIEW-21: the group that was cut off between two currencies is left out', () => {
    const whole = Array.from({ length: maxGroups - 1 }, (_, index) =>
      ['USD', 'CAD'].map((currency) => rowOf(`#${index + 1000}`, currency)),
    ).flat();
    const rows = [rowOf('', 'USD'), ...whole, rowOf('#9999', 'USD')];

    const { groups, isComplete } = groupsOf(rows);

    expect(isComplete).toBe(false);
    expect(groups.map(({ key }) => key)).not.toContain('#9999');
    expect(groups.at(-1)).toMatchObject({ key: '', count: 1 });
  });
});
