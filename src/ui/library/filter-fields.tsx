import type { ComponentChildren } from 'preact';
import { shownName } from '../../handoff/marks';
import { siteName } from '../../handoff/titles';
import { type MessageKey, t } from '../../platform/strings';
import type { SessionRow } from '../../store/rows';
import { Fold } from '../fold';
import { type Filters, filtersSet, SORTS, type Sort, WHOSE, type Whose } from './filters';
import { unfiltered } from './use-filters';
import type { Notes } from './use-sessions';

const ORDERS: Record<Sort, MessageKey> = {
  changed: 'sort_changed',
  began: 'sort_began',
  title: 'sort_title',
  messages: 'sort_messages',
};
const KEPT_AS: Record<Whose, MessageKey> = { own: 'filter_own', copy: 'filter_copy' };

interface FilterFieldsProps {
  /** All that is kept: only what tells some of it apart is asked. */
  readonly all: readonly SessionRow[];
  readonly notes: Notes;
  readonly filters: Filters;
  readonly change: (part: Partial<Filters>) => void;
}

/** What narrows and orders the list, folded away. */
export function FilterFields({ all, notes, filters, change }: FilterFieldsProps) {
  const set = filtersSet(filters);
  return (
    <Fold class="filters" title={set > 0 ? t('filters_set', set) : t('filters_title')} open={set > 0}>
      {() => (
        <div class="stack">
          <Fields all={all} notes={notes} filters={filters} change={change} />
          {set > 0 && (
            <div class="row">
              <button type="button" onClick={() => change(unfiltered(filters))}>
                {t('filters_clear')}
              </button>
            </div>
          )}
        </div>
      )}
    </Fold>
  );
}

function Fields({ all, notes, filters, change }: FilterFieldsProps) {
  const tags = [...new Set([...notes.values()].flatMap((note) => note.tags))].toSorted();
  const sites = [...new Set(all.map(({ site }) => site))].toSorted();
  const { site, from, to, whose, gaps, starred, tag, sort } = filters;
  return (
    <div class="fields">
      {(sites.length > 1 || site !== null) && (
        <Choice
          label={t('filter_site')}
          value={site}
          options={sites.map((id) => [id, siteName(id)])}
          onChoose={(chosen) => change({ site: chosen })}
        />
      )}
      {(whose !== null || all.some(({ copy }) => copy !== null)) && (
        <Choice
          label={t('filter_whose')}
          value={whose}
          options={WHOSE.map((each) => [each, t(KEPT_AS[each])])}
          onChoose={(chosen) => change({ whose: WHOSE.find((each) => each === chosen) ?? null })}
        />
      )}
      {(tags.length > 0 || tag !== null) && (
        <Choice
          label={t('filter_tag')}
          value={tag}
          options={tags.map((each) => [each, shownName(each)])}
          onChoose={(chosen) => change({ tag: chosen })}
        />
      )}
      <Day label={t('filter_from')} value={from} max={to} onChoose={(day) => change({ from: day })} />
      <Day label={t('filter_to')} value={to} min={from} onChoose={(day) => change({ to: day })} />
      <Field label={t('sort_by')}>
        <select
          value={sort}
          onChange={({ currentTarget: { value } }) => change({ sort: SORTS.find((each) => each === value) ?? sort })}
        >
          {SORTS.map((each) => (
            <option key={each} value={each}>
              {t(ORDERS[each])}
            </option>
          ))}
        </select>
      </Field>
      <label class="row quiet">
        <input type="checkbox" checked={gaps} onChange={(event) => change({ gaps: event.currentTarget.checked })} />
        {t('filter_gaps')}
      </label>
      {(starred || [...notes.values()].some((note) => note.starred)) && (
        <label class="row quiet">
          <input
            type="checkbox"
            checked={starred}
            onChange={(event) => change({ starred: event.currentTarget.checked })}
          />
          {t('filter_starred')}
        </label>
      )}
    </div>
  );
}

/** A field under its name. */
const Field = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label class="field">
    <span class="quiet">{label}</span>
    {children}
  </label>
);

interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string | null) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      <select value={value ?? ''} onChange={(event) => onChoose(event.currentTarget.value || null)}>
        <option value="">{t('filter_all')}</option>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | null;
  readonly min?: string | null;
  readonly max?: string | null;
  readonly onChoose: (value: string | null) => void;
}

const Day = ({ label, value, min = null, max = null, onChoose }: DayProps) => (
  <Field label={label}>
    <input
      type="date"
      value={value ?? ''}
      min={min ?? undefined}
      max={max ?? undefined}
      onChange={(event) => onChoose(event.currentTarget.value || null)}
    />
  </Field>
);
