import { useState } from 'react';
import { Link } from 'react-aria-components/Link';
import { SearchField } from '../../parts/fields/text-field.tsx';
import { findTasks, useGuideTasks } from './guide-tasks.ts';

const label = 'Search the guides';

/** Finds a task of the guides by its words; the guides load when something is typed (HELP-01). */
export function GuideSearch() {
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim() !== '';
  const { data, error } = useGuideTasks(isTyped);
  const found = data ? findTasks(data, typed) : [];
  const status = error !== undefined ? 'Error loading content.' : data ? `No task matches “${typed}”.` : null;
  return (
    <div className="relative w-80 max-sm:w-full">
      <SearchField label={label} placeholder={label} value={typed} onChange={setTyped} maxLength={100} />
      {isTyped && (found.length > 0 || status !== null) ? (
        <div className="floating absolute inset-x-0 z-10 mt-1 p-1">
          {found.length > 0 ? (
            <ul aria-label="Tasks">
              {found.map(({ href, guide, title }) => (
                <li key={href}>
                  <Link
                    href={href}
                    onPress={() => setTyped('')}
                    className="min-h-item flex cursor-pointer items-center justify-between gap-3 rounded-sm px-2 py-1 data-hovered:bg-surface-hover"
                  >
                    {title}
                    <span className="text-xs text-ink-muted">{guide.text}</span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <p role="status" className="px-2 py-1 text-ink-muted">
              {status}
            </p>
          )}
        </div>
      ) : null}
    </div>
  );
}
