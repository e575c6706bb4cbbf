export type Shape = 'open' | 'half' | 'most' | 'check' | 'triangle' | 'cross' | 'dot';

const paths: Record<Shape, React.JSX.Element> = {
  open: <circle cx="6" cy="6" r="4.25" strokeDasharray="2.2 1.6" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4.25" />
      <path d="M6 1.75a4.25 4.25 0 0 1 0 8.5Z" fill="currentColor" stroke="none" />
    </>
  ),
  most: (
    <>
      <circle cx="6" cy="6" r="4.25" />
      <path d="M6 6V1.75A4.25 4.25 0 1 1 1.75 6Z" fill="currentColor" stroke="none" />
    </>
  ),
  check: <path d="M2 6.4 4.8 9.2 10 3.2" />,
  triangle: <path d="M6 1.8 10.7 10H1.3Z" />,
  cross: <path d="m2.5 2.5 7 7m0-7-7 7" />,
  dot: <circle cx="6" cy="6" r="2.5" fill="currentColor" stroke="none" />,
};

/** The shape that distinguishes a status without its colour. */
export function ChipShape(props: { shape: Shape }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      className="size-3 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {paths[props.shape]}
    </svg>
  );
}
