import type { Random } from '../random.ts';

/** How often in a hundred each story is told; what is not named is plainly approved. */
export type Shares<Story> = readonly (readonly [Story, number])[];

export function drawStory<Story>(random: Random, shares: Shares<Story>): Story | 'approved' {
  let at = random.int(1, 100);
  return shares.find(([, share]) => (at -= share) <= 0)?.[0] ?? 'approved';
}

/** So many stories: each that is named at least once, then by their shares. */
export function storiesOf<Story>(
  random: Random,
  shares: Shares<Story>,
  count: number,
): (Story | 'approved')[] {
  const stories: (Story | 'approved')[] = count > 0 ? shares.map(([story]) => story) : [];
  while (stories.length < count) stories.push(drawStory(random, shares));
  return stories;
}
