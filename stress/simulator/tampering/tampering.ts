import type { Options } from '../../options.ts';
import type { Patch } from '../patch.ts';
import { chanceOf } from '../random.ts';
import { prepareFixture } from './fixture.ts';
import { tamperings } from './tamperings.ts';

/** Every mutant of the verifier must miss a tampering within this many seeds. */
const maxSeeds = 1000;

/** Checks to remove from the verifier, so that a tampering passes. */
const verifierMutants: Record<string, Patch> = {
  'it does not look at the hashes': patch(
    'JSON.stringify(payload) === text && hashOf(chainText({ ...event, payload })) === hash',
    'JSON.stringify(payload) === text || hashOf(chainText({ ...event, payload })) === hash',
  ),
  'it reads a payload as one of its two readers does': patch('JSON.stringify(payload) === text && ', ''),
  'it does not look whether an event follows the one before': patch(
    'if (event.previousHash !== previousHash)',
    'if (event.previousHash === null)',
  ),
  'it does not count': patch('if (document.version !== seq)', 'if (document.version < 1)'),
  'it does not look whether there is a vote for each approval': patch(
    '    ...approvalVoteErrors(document, events),\n',
    '',
  ),
  'it does not look at the content': content(
    'if (hashOf(contentText(canonicalContent(rows))) !== contentHash)',
    "if (contentHash === '')",
  ),
  'it does not look at the state': content('    ...stateErrors(document, events),\n', ''),
  'it does not look at what is derived': content('    ...derivedErrors(document),\n', ''),
  'it does not look at approved versions': content('    ...snapshotErrors(document, events, hashOf),\n', ''),
  'it does not look what votes were given for': content('    ...voteErrors(document, events),\n', ''),
  'it forgets what was kept': patch('if (knownHead && ', 'if (knownHead && seq < 0 && '),
};

function patch(find: string, replace: string): Patch {
  return { file: 'domain/history/verify-history.ts', find, replace };
}

function content(find: string, replace: string): Patch {
  return { file: 'domain/history/verify-content.ts', find, replace };
}

/** Results of some seeds. */
interface Tampered {
  /** Number of uses of each tampering. */
  done: Map<string, number>;
  missed: { seed: number; what: string }[];
  /** Of the forged ones: how many the database itself contradicts. */
  forged: number;
  contradicted: number;
}

/**
 * Tampers with histories and the data that they protect, once per seed. The verifier must find every one; consistently
 * forged ones only by the separately stored heads. Then removes each check of the verifier, which must miss some.
 */
export async function tampering({ seeds, from, seed }: Options): Promise<boolean> {
  // Logs of the fixture are of no interest.
  console.info = () => undefined;
  const [first, count] = seed === null ? [from, seeds ?? 10_000] : [seed, 1];
  const { done, missed, forged, contradicted } = await tamper(first, count, [], false);
  for (const { seed: bad, what } of missed.slice(0, 20)) console.log(`NOT FOUND seed ${bad}: ${what}`);
  if (seed !== null) for (const [name] of done) console.log(name);
  console.log(
    `tampering: ${count} seeds, ${done.size} of ${Object.keys(tamperings).length} ways, ${missed.length} not found; ` +
      `of ${forged} forged throughout the database gives ${contradicted} away by itself, the heads kept elsewhere all`,
  );
  if (seed !== null) return missed.length === 0;
  const faults = Object.entries(verifierMutants);
  let caught = 0;
  for (const [name, own] of faults) {
    const [passed] = (await tamper(1, maxSeeds, [own], true)).missed;
    if (passed) caught += 1;
    console.log(`  ${passed ? `seed ${String(passed.seed).padStart(4)}` : 'NOT FOUND'}  ${name}`);
  }
  console.log(`tampering: ${caught} of ${faults.length} planted faults found`);
  return missed.length === 0 && caught === faults.length && done.size === Object.keys(tamperings).length;
}

async function tamper(
  from: number,
  count: number,
  patches: readonly Patch[],
  untilMissed: boolean,
): Promise<Tampered> {
  const { initialState, verify } = await prepareFixture(patches);
  const { database } = initialState;
  const { heads, faults } = await verify();
  if (faults.length > 0) throw new Error(`Amiss before anybody touched it: ${JSON.stringify(faults)}`);
  const tampered: Tampered = { done: new Map(), missed: [], forged: 0, contradicted: 0 };
  for (let seed = from; seed < from + count; seed += 1) {
    const chance = chanceOf(seed);
    database.begin();
    try {
      const [name, { act, isForged }] = chance.pick(Object.entries(tamperings));
      const what = act(database, chance);
      if (what === null) continue;
      tampered.done.set(name, (tampered.done.get(name) ?? 0) + 1);
      const found = await verify(isForged ? heads : undefined);
      if (found.faults.length === 0) tampered.missed.push({ seed, what: `${name}: ${what}` });
      if (isForged) {
        tampered.forged += 1;
        const alone = await verify();
        if (alone.faults.length > 0) tampered.contradicted += 1;
      }
    } finally {
      database.undo();
    }
    if (untilMissed && tampered.missed.length > 0) break;
  }
  return tampered;
}
