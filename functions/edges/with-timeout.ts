/** Rejects when `work` takes longer, with a `Late` that says so; what it does meanwhile is not stopped. */
export async function within<T>(
  work: Promise<T>,
  milliseconds: number,
  what: string,
  Late: new (message: string) => Error = Error,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
