import type { Random } from '../random.ts';

/** Weights of stories in percent; the rest is plainly approved. */
export type Weights<Story> = readonly (readonly [Story, number])[];

export function drawStory<Story>(random: Random, weights: Weights<Story>): Story | 'approved' {
  let at = random.int(1, 100);
  return weights.find(([, share]) => (at -= share) <= 0)?.[0] ?? 'approved';
}

/** Draws that many stories: each named one at least once, the rest by weight. */
export function drawStories<Story>(
  random: Random,
  weights: Weights<Story>,
  count: number,
): (Story | 'approved')[] {
  const stories: (Story | 'approved')[] = count > 0 ? weights.map(([story]) => story) : [];
  while (stories.length < count) stories.push(drawStory(random, weights));
  return stories;
}
