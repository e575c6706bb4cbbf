import useSWR from 'swr';
import { askFile } from '../../api.ts';
import { keys } from '../../keys.ts';

/** The guides for each role, task by task. The texts are in `public/guide`. */
export const guides = [
  { id: 'creators', text: 'Creators' },
  { id: 'approvers', text: 'Approvers' },
  { id: 'accountants', text: 'Accountants' },
  { id: 'administrators', text: 'Administrators' },
] as const;
export type Guide = (typeof guides)[number];

/** A task of a guide: a section of its file, and a page of the application. */
export interface GuideTask {
  id: string;
  guide: Guide;
  href: string;
  topic: string;
  title: string;
  /** All words of the section, in lower case. */
  words: string;
  /** The steps as in the file. Text, because SWR compares answers deeply, and elements have no end. */
  html: string;
}

const maxTasks = 8;

/** Reads the tasks of all guides. Throws `ApiError`. */
async function readGuideTasks(): Promise<GuideTask[]> {
  const read = async (guide: Guide) => {
    const file = await askFile(`/guide/${guide.id}.html`);
    const page = new DOMParser().parseFromString(await file.text(), 'text/html');
    return [...page.querySelectorAll<HTMLElement>('section[id]')].map((section) => {
      const words = (section.textContent ?? '').toLowerCase();
      const heading = section.querySelector('h2');
      heading?.remove();
      return {
        id: section.id,
        guide,
        href: `/help/${guide.id}/${section.id}`,
        topic: section.dataset['topic'] ?? '',
        title: heading?.textContent ?? '',
        words,
        html: section.innerHTML,
      };
    });
  };
  return (await Promise.all(guides.map(read))).flat();
}

/** The tasks of all guides, which load when they are wanted. */
export function useGuideTasks(isWanted: boolean) {
  return useSWR(isWanted ? keys.guideTasks() : null, readGuideTasks, {
    revalidateOnFocus: false,
    revalidateIfStale: false,
  });
}

/** The tasks that contain every typed word, those with all of them in the title first. */
export function findTasks(tasks: readonly GuideTask[], typed: string): GuideTask[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const isIn = (text: string) => words.every((word) => text.includes(word));
  const found = tasks.filter((task) => isIn(task.words));
  const isTitled = ({ title }: GuideTask) => isIn(title.toLowerCase());
  return [...found.filter(isTitled), ...found.filter((task) => !isTitled(task))].slice(0, maxTasks);
}
