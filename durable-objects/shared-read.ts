interface Waiting<Question, Answer> {
  question: Question;
  settle: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/** How long those who come later wait for a read that is under way, in milliseconds. */
const maxWaitMs = 1_000;

/**
 * One read for everyone who asks at the same time. Whoever comes while a read is under way shares the next one: after a
 * deploy everybody comes back at once. A read begins after the question that it is for, so nobody is told what was so before.
 */
export class SharedRead<Question, Answer> {
  readonly #read: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Question, Answer>[] = [];
  #isBusy = false;
  #invalidations = 0;

  /** `read` answers each question, in their order. */
  constructor(read: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#read = read;
  }

  /** Rejects when the read fails. */
  ask(question: Question): Promise<Answer> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ question, settle, fail });
      if (!this.#isBusy) void this.#work();
    });
  }

  /** The truth has changed: a read that is under way may not know of it, and is made again. */
  invalidate(): void {
    this.#invalidations += 1;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const asked = this.#waiting;
      this.#waiting = [];
      await Promise.race([this.#answer(asked), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
    }
    this.#isBusy = false;
  }

  async #answer(asked: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#latest(asked.map(({ question }) => question));
      for (const [n, { settle }] of asked.entries()) settle(answers[n] as Answer);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }

  async #latest(questions: readonly Question[]): Promise<readonly Answer[]> {
    const before = this.#invalidations;
    const answers = await this.#read(questions);
    return before === this.#invalidations ? answers : this.#latest(questions);
  }
}
