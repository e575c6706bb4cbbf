import type { LaidOut, TextBox } from './read-text.ts';

/** Margin of our own pages in points: at least half an inch. */
const margin = 36;

const meets = (one: TextBox, other: TextBox) =>
  one.left < other.right - 1 &&
  other.left < one.right - 1 &&
  one.top < other.bottom - 1 &&
  other.top < one.bottom - 1;

function crowded(boxes: readonly TextBox[]): string[] {
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => meets(one, other))
      .map((other) => `page ${one.page}: “${one.text}” over “${other.text}”`),
  );
}

/** Returns the layout faults of these pages: text beyond the margins, and overlapping text. */
export function layoutFaults({ boxes, sizes }: LaidOut, pages: readonly number[]): string[] {
  return pages.flatMap((page) => {
    const { width, height } = sizes[page - 1] ?? { width: 0, height: 0 };
    const own = boxes.filter((box) => box.page === page);
    const beyond = own.filter(
      ({ left, right, top, bottom }) => left < margin || right > width - margin || top < 0 || bottom > height,
    );
    return [...beyond.map(({ text }) => `page ${page}: “${text}” beyond the margin`), ...crowded(own)];
  });
}
