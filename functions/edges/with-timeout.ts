/**
 * Rejects when `work` takes longer than `milliseconds`, with an error that names `what`; the work itself is not
 * aborted.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  milliseconds: number,
  subject: string,
  ErrorClass: new (message: string) => Error = Error,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ErrorClass(`${subject} took longer than ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
