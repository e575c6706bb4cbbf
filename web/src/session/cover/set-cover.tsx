import { useId, useState } from 'react';
import type { CoversSet } from '#domain/cover/cover-request';
import { coverWeek, coverWeekText } from '#domain/cover/cover-week';
import { limitHint } from '#domain/currency/converted-text';
import type { DocType } from '#domain/document';
import { moduleVisible } from '#domain/identity/permissions';
import { dateInZone, formatDay, isDay } from '#domain/values/days';
import { fromCents } from '#domain/values/money';
import { api, ask } from '../../api.ts';
import { failureText } from '../../failure-text.ts';
import { Button } from '../../parts/controls/button.tsx';
import { LinkButton } from '../../parts/controls/link-button.tsx';
import { Checkbox } from '../../parts/fields/checkbox.tsx';
import { ComboBox } from '../../parts/fields/combo-box.tsx';
import { DateField } from '../../parts/fields/date-field.tsx';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import type { Option } from '../../parts/fields/select.tsx';
import { useDateFormat } from '../../parts/display/date-format.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { FailureLine } from '../../parts/overlays/failure-line.tsx';
import { useToast } from '../../parts/overlays/toast.tsx';
import { useOtherApprovers } from '../other-approvers.ts';
import { useSession } from '../session.tsx';
import type { Absent } from './covers.tsx';
import { coveredTypes } from './covered-types.ts';
import { ExistingCovers } from './existing-covers.tsx';
import { useCovers } from './use-covers.ts';

function Types(props: {
  chosen: readonly DocType[];
  error: string | null;
  onChange: (chosen: DocType[]) => void;
}) {
  const { chosen, error, onChange } = props;
  const { rights } = useSession();
  const errorId = useId();
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="pb-1 text-sm font-medium">Documents</legend>
      {coveredTypes
        .filter(({ id }) => moduleVisible(rights, id))
        .map(({ id, text }) => (
          <Checkbox
            key={id}
            label={text}
            isSelected={chosen.includes(id)}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      {error ? (
        <p id={errorId} className="text-xs text-negative">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** The other approvers, with the days on which they are away themselves and cannot cover (COV-29). */
function useCandidates(absentId: string | undefined) {
  const { options, isLoading } = useOtherApprovers(absentId);
  const { data } = useCovers();
  const dateFormat = useDateFormat();
  const withAway = (option: Option): Option => {
    const away = (data ?? [])
      .filter(({ state, absent }) => state !== 'ENDED' && absent.userId === option.id)
      .map((one) => `Away ${formatDay(one.firstDay, dateFormat)} to ${formatDay(one.lastDay, dateFormat)}`);
    // Most options stay the same object: a typed key does not render them again.
    return away.length === 0 ? option : { ...option, detail: [option.detail, ...away].join(' · ') };
  };
  return { options: options.map(withAway), isLoading };
}

/** The shows in which a cover of all shows was refused, with the reasons. */
function RefusedShows(props: { refused: CoversSet['refused']; onClose: () => void }) {
  return (
    <Dialog
      title="Not set in every show"
      isOpen
      onClose={props.onClose}
      footer={
        <Button look="primary" onPress={props.onClose}>
          Done
        </Button>
      }
    >
      <p className="pb-2 text-ink-muted">The cover is set, but not in these shows:</p>
      <ul className="flex flex-col gap-2">
        {props.refused.map(({ showId, showName, reason }) => (
          <li key={showId}>
            <b>{showName}</b>
            <p className="text-ink-muted">{reason}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const failed = 'The cover could not be set. Try again.';
const allShowsHint =
  'In the base currency of each show; in a show without one, in the currency of each document.';
const notADay = 'Enter a day with month, day and year.';

/** Sets a cover for the absent user (COV-10, COV-11). `onSent` is called after every answer: a lost one may have set the cover. */
export function SetCover(props: { absent: Absent; onSent: () => void; onClose: () => void }) {
  const { absent } = props;
  const { show, shows, rights, config } = useSession();
  const dateFormat = useDateFormat();
  const flash = useToast();
  const { options, isLoading } = useCandidates(absent?.userId);
  const [covering, setCovering] = useState<Option | null>(null);
  const [alternate, setAlternate] = useState<Option | null>(null);
  const [today] = useState(() => dateInZone(new Date().toISOString(), config.settings.timeZone));
  const [{ firstDay, lastDay }, setDays] = useState({ firstDay: today, lastDay: '' });
  const [types, setTypes] = useState<DocType[]>(() =>
    coveredTypes.map(({ id }) => id).filter((id) => moduleVisible(rights, id)),
  );
  // Without the checkbox, a mistyped amount would count as no limit.
  const [isLimited, setLimited] = useState(false);
  const [limitCents, setLimitCents] = useState<number | null>(null);
  const [allShows, setAllShows] = useState(false);
  const [wasSubmitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<CoversSet['refused']>([]);
  const awaitsApproval = absent === null && config.settings.coversNeedApproval;
  const lacksLimit = isLimited && (limitCents === null || limitCents < 0);
  const isComplete =
    covering !== null && isDay(firstDay) && isDay(lastDay) && types.length > 0 && !lacksLimit;
  const missing = (isMissing: boolean, text: string) => (wasSubmitted && isMissing ? text : null);
  const dayError = (day: string, name: string) =>
    day === '' || isDay(day) ? missing(day === '', `Enter the ${name} day.`) : notADay;
  const set = async () => {
    setSubmitted(true);
    if (!isComplete) return;
    setBusy(true);
    setFailure(null);
    const json = {
      userId: absent?.userId ?? null,
      coveringId: covering.id,
      alternateId: alternate?.id ?? null,
      firstDay,
      lastDay,
      types,
      amountLimit: isLimited && limitCents !== null ? fromCents(limitCents) : null,
      allShows,
    };
    try {
      const result = await ask(api.api.covers.$post({ query: { showId: show.id }, json }));
      if (result.refused.length > 0) setRefused(result.refused);
      else {
        const days = `from ${formatDay(firstDay, dateFormat)} to ${formatDay(lastDay, dateFormat)}`;
        const waits = awaitsApproval ? ', once a Show Admin has approved it' : '';
        flash('success', `${covering.text} covers for ${absent?.name ?? 'you'} ${days}${waits}.`);
        props.onClose();
      }
    } catch (error) {
      setFailure(failureText(error, failed));
    }
    props.onSent();
    setBusy(false);
  };
  if (refused.length > 0) return <RefusedShows refused={refused} onClose={props.onClose} />;
  const people = { options, isLoadingOptions: isLoading, emptyText: 'No approver has this name.' };
  return (
    <Dialog
      title="Set Cover"
      isOpen
      holdsWork
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button look="primary" onPress={() => void set()} isPending={busy}>
            Set Cover
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted">
          {absent
            ? `Another approver decides for ${absent.name} in ${show.name}. ${absent.name} can still decide, too.`
            : `Another approver decides for you in ${allShows ? 'all your shows' : show.name}. You can still decide yourself.`}
        </p>
        <ComboBox
          {...people}
          label="Covering person"
          isRequired
          startsFocused
          opensOn="input"
          value={covering}
          onChange={setCovering}
          error={missing(covering === null, 'Choose who decides.')}
        />
        <ComboBox
          {...people}
          label="Alternate"
          hint="Decides what the covering person may not."
          opensOn="input"
          value={alternate}
          onChange={setAlternate}
        />
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <DateField
            label="First day"
            isRequired
            minimum={today}
            value={firstDay}
            onChange={(day) => setDays({ firstDay: day, lastDay })}
            error={dayError(firstDay, 'first')}
          />
          <DateField
            label="Last day"
            isRequired
            minimum={isDay(firstDay) ? firstDay : today}
            value={lastDay}
            onChange={(day) => setDays({ firstDay, lastDay: day })}
            error={dayError(lastDay, 'last')}
          />
          <p className="col-span-full -mt-2.5 flex flex-wrap gap-x-4 text-sm">
            {(['this', 'next'] as const).map((week) => (
              <LinkButton key={week} onPress={() => setDays(coverWeek(today, week))}>
                {coverWeekText(today, week, dateFormat)}
              </LinkButton>
            ))}
          </p>
          <ExistingCovers absent={absent} />
        </div>
        <Types
          chosen={types}
          onChange={setTypes}
          error={missing(types.length === 0, 'Choose at least one.')}
        />
        <Checkbox label="Limit the amount" isSelected={isLimited} onChange={setLimited} />
        {isLimited ? (
          <MoneyField
            label="Amount limit"
            hint={allShows ? allShowsHint : limitHint(config.settings.baseCurrency)}
            isRequired
            currency=""
            cents={limitCents}
            onChange={setLimitCents}
            error={missing(lacksLimit, 'Enter the largest amount.')}
          />
        ) : null}
        {absent === null && shows.length > 1 ? (
          <Checkbox label="All my shows" isSelected={allShows} onChange={setAllShows} />
        ) : null}
        {awaitsApproval ? (
          <p className="text-sm text-ink-muted">The cover begins once a Show Admin has approved it.</p>
        ) : null}
        <FailureLine text={failure} />
      </div>
    </Dialog>
  );
}
