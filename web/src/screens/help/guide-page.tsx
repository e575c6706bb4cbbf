import { useEffect, useRef } from 'react';
import type { Ref } from 'react';
import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { LoadingContent } from '../../parts/page/skeleton.tsx';
import { useTitle } from '../../parts/hooks/use-document-title.ts';
import { LoadFailure } from '../../parts/page/card.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { useGuideTasks } from './guide-tasks.ts';
import type { Guide, GuideTask } from './guide-tasks.ts';
import './guide.css';

const linkClass =
  'touch:min-h-11 flex min-h-8 cursor-pointer items-center rounded-md px-2.5 py-1 data-hovered:bg-surface-hover data-hovered:text-ink aria-[current=page]:bg-surface-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink';

const tasksOf = ({ text }: Guide) => `Tasks for ${text}`;

/** The tasks of a guide by topic. */
function Tasks({
  guide,
  tasks,
  current,
  className,
  ref,
}: {
  guide: Guide;
  tasks: readonly GuideTask[];
  current: string | null;
  className: string;
  ref?: Ref<HTMLElement>;
}) {
  const topics = [...new Set(tasks.map(({ topic }) => topic))];
  return (
    <nav
      ref={ref}
      tabIndex={-1}
      aria-label={tasksOf(guide)}
      className={`${className} outline-none print:hidden`}
    >
      {topics.map((topic) => (
        <section key={topic} aria-label={topic}>
          <h2 className="px-2.5 pb-1 text-sm font-semibold">{topic}</h2>
          <ul className="text-ink-muted">
            {tasks
              .filter((task) => task.topic === topic)
              .map(({ id, href, title }) => (
                <li key={id}>
                  <Link href={href} aria-current={id === current ? 'page' : 'false'} className={linkClass}>
                    {title}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** All tasks of a guide. */
function Index(props: { guide: Guide; tasks: readonly GuideTask[]; isOpenedHere: boolean }) {
  const { guide, tasks, isOpenedHere } = props;
  const list = useRef<HTMLElement>(null);
  // A tab that was pressed keeps the focus; a link of a task's page is gone.
  useEffect(() => {
    if (isOpenedHere && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true });
  }, [isOpenedHere]);
  return (
    <Tasks
      ref={list}
      guide={guide}
      tasks={tasks}
      current={null}
      className="-mx-2.5 grid grid-cols-3 gap-6 py-6 max-md:grid-cols-2 max-sm:grid-cols-1 max-sm:py-4"
    />
  );
}

/** The text of a task, as in its file. */
function Steps(props: { task: GuideTask }) {
  const place = useRef<HTMLDivElement>(null);
  const { html } = props.task;
  useEffect(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    place.current?.replaceChildren(...body.childNodes);
  }, [html]);
  return <div ref={place} className="guide-text" />;
}

function Neighbor(props: { task: GuideTask | undefined; label: string }) {
  if (!props.task) return <span />;
  return (
    <Link
      href={props.task.href}
      className="grid cursor-pointer gap-0.5 rounded-lg border border-line bg-surface-raised px-4 py-3 last:text-right data-hovered:border-line-strong data-hovered:bg-surface-hover"
    >
      <span className="text-xs text-ink-muted">{props.label}</span>
      <span className="font-medium">{props.task.title}</span>
    </Link>
  );
}

function TaskPage(props: { task: GuideTask; tasks: readonly GuideTask[]; isOpenedHere: boolean }) {
  const { task, tasks, isOpenedHere } = props;
  const title = useRef<HTMLHeadingElement>(null);
  // The link that was pressed is no longer on the page.
  useEffect(() => {
    if (isOpenedHere) title.current?.focus({ preventScroll: true });
  }, [isOpenedHere]);
  const at = tasks.indexOf(task);
  return (
    <article aria-labelledby="task-title" className="max-w-3xl min-w-0 pb-8">
      <Link
        href={`/help/${task.guide.id}`}
        className="touch:min-h-11 inline-flex min-h-8 cursor-pointer items-center gap-1 text-ink-muted data-hovered:text-ink md:hidden print:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {tasksOf(task.guide)}
      </Link>
      <div className="flex items-start justify-between gap-4">
        <h1 id="task-title" ref={title} tabIndex={-1} className="text-xl font-semibold outline-none">
          {task.title}
        </h1>
        <span className="max-sm:hidden">
          <Button onPress={() => print()}>Print</Button>
        </span>
      </div>
      <Steps task={task} />
      <nav aria-label="Other tasks" className="mt-8 grid grid-cols-2 gap-3 max-sm:grid-cols-1 print:hidden">
        <Neighbor task={tasks[at - 1]} label="Previous" />
        <Neighbor task={tasks[at + 1]} label="Next" />
      </nav>
    </article>
  );
}

/**
 * `/help/:guide[/:task]`: the tasks of a guide by topic, and a page for each (HELP-02). A page that was opened from
 * within the application gets the focus.
 */
export function GuidePage(props: { guide: Guide; task: string | null; isOpenedHere: boolean }) {
  const { guide, isOpenedHere } = props;
  const { data, error, isValidating, mutate } = useGuideTasks(true);
  const tasks = (data ?? []).filter((task) => task.guide.id === guide.id);
  const task = tasks.find(({ id }) => id === props.task);
  useTitle(`Help: ${task?.title ?? guide.text}`);
  if (error !== undefined && !data)
    return (
      <LoadFailure
        text="Error loading content."
        onRetry={() => void mutate()}
        isBusy={isValidating}
        error={error}
      />
    );
  if (!data) return <LoadingContent />;
  if (props.task === null) return <Index guide={guide} tasks={tasks} isOpenedHere={isOpenedHere} />;
  if (!task)
    return (
      <EmptyState
        title="Page not found"
        action={<ButtonLink href={`/help/${guide.id}`}>{`Show ${tasksOf(guide)}`}</ButtonLink>}
      >
        The guide has no task at this address. It may have been renamed.
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-[15rem_minmax(0,1fr)] gap-10 py-6 max-md:grid-cols-1 max-sm:py-4">
      <Tasks
        guide={guide}
        tasks={tasks}
        current={task.id}
        className="grid content-start gap-4 max-md:hidden"
      />
      <TaskPage key={task.id} task={task} tasks={tasks} isOpenedHere={isOpenedHere} />
    </div>
  );
}
