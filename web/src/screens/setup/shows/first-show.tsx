import { NewShowForm } from './new-show.tsx';

/** The first screen of the first administrator in an empty installation: create the first show (DEC-11). */
export function FirstShow() {
  return (
    <div className="flex min-h-full flex-col">
      <NewShowForm
        showId={null}
        title="Create the first show"
        detail="Choose its license; companies, accounts and vendors then come from accounting. Departments, people and approval flows are next."
        // The new session opens the new show.
        onSaved={() => {
          location.assign('/setup/departments');
          return null;
        }}
      />
    </div>
  );
}
