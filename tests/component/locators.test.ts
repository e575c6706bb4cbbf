import { expect, test } from 'vitest';
import { openApp } from './support/open-app.ts';

test('a click repeats a press before which the element moved, and nothing below receives that press', async () => {
  const { page } = await openApp('/po');
  const { document } = page;
  const presses: string[] = [];
  const [, moving] = ['Below', 'Moving'].map((name) => {
    const button = document.createElement('button');
    button.textContent = name;
    button.style.cssText =
      'position: fixed; top: 300px; left: 300px; width: 100px; height: 40px; z-index: 99';
    for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])
      button.addEventListener(type, () => presses.push(`${type} ${name}`));
    document.body.append(button);
    return button;
  });
  const move = () => void (moving!.style.top = '400px');
  document.addEventListener('pointermove', move, { once: true, capture: true });
  await page.getByRole('button', { name: 'Moving' }).click();
  expect(presses).toEqual(['pointerdown', 'mousedown', 'mouseup', 'click'].map((type) => `${type} Moving`));
  expect(document.activeElement).toBe(moving);
});
