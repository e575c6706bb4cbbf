import { NewShowForm } from './new-show.tsx';

/** What the first administrator sees of an empty Backlot (DEC-11): with the first show everything else begins. */
export function FirstShow() {
  return (
    <div className="flex min-h-full flex-col">
      <NewShowForm
        showId={null}
        title="Create the first show"
        detail="Choose its license; companies, accounts and vendors then come from accounting. Departments, people and approval flows are next."
        // Start-up opens the show that there is now.
        onSaved={() => {
          location.assign('/setup/departments');
          return null;
        }}
      />
    </div>
  );
}
