import { visible } from '../../handoff/marks';
import { type MessageKey, t } from '../../platform/strings';
import { numberOf, type SessionView } from '../../projection/view';
import { type Group, KINDS, type SecretKind } from '../../secrets/kinds';
import type { Finding, FoundPlace } from '../../secrets/search';
import { count } from '../format';
import { Gradual } from '../gradual';
import { hashOf } from '../place';
import type { Looking } from './use-findings';

const WORDS: Readonly<Record<SecretKind, MessageKey>> = {
  'private-key': 'secret_private_key',
  'access-key': 'secret_access_key',
  password: 'secret_password',
  login: 'secret_login',
  email: 'secret_email',
  phone: 'secret_phone',
  card: 'secret_card',
};

const GROUPS: Readonly<Record<Group, MessageKey>> = { secrets: 'secrets_group', personal: 'secrets_personal' };

/** What is ticked, and the ways to tick. */
export interface Ticks {
  readonly isLeft: (finding: Finding) => boolean;
  readonly tick: (findings: readonly Finding[], isLeft: boolean) => void;
}

interface FindingsProps {
  readonly session: string;
  readonly view: SessionView;
  readonly looking: Looking;
  readonly ticks: Ticks;
}

/** What was found of secrets and of people, each with its places; what is ticked is left out. */
export function Findings({ session, view, looking, ticks }: FindingsProps) {
  const findings = looking.state === 'found' ? looking.findings : [];
  return (
    <section class="stack" aria-labelledby="continue-secrets">
      <h3 id="continue-secrets">{t('secrets_title')}</h3>
      <p class="quiet">{t('secrets_why')}</p>
      <p class={looking.state === 'failed' ? 'say bad' : findings.length > 0 ? 'say careful' : 'say'} role="status">
        {stateWords(looking, ticks)}
      </p>
      {(['secrets', 'personal'] as const).map((group) => (
        <GroupOf
          key={group}
          group={group}
          findings={findings.filter(({ kind }) => KINDS[kind].group === group)}
          ticks={ticks}
          session={session}
          view={view}
        />
      ))}
    </section>
  );
}

function stateWords(looking: Looking, { isLeft }: Ticks): string {
  if (looking.state === 'looking') return t('secrets_looking');
  if (looking.state === 'failed') return looking.sentence;
  const { findings } = looking;
  if (findings.length === 0) return t('secrets_none');
  return t('secrets_found', count(findings.length), count(findings.filter(isLeft).length));
}

interface GroupProps extends Omit<FindingsProps, 'looking'> {
  readonly group: Group;
  readonly findings: readonly Finding[];
}

function GroupOf({ group, findings, ticks, session, view }: GroupProps) {
  if (findings.length === 0) return null;
  return (
    <fieldset class="stack secrets">
      <legend>{t(GROUPS[group])}</legend>
      <div class="row">
        <button type="button" onClick={() => ticks.tick(findings, true)}>
          {t('secrets_all')}
        </button>
        <button type="button" onClick={() => ticks.tick(findings, false)}>
          {t('secrets_nothing')}
        </button>
      </div>
      <ul>
        <Gradual
          items={findings}
          keyOf={({ label }) => label}
          mark={(finding) => String(ticks.isLeft(finding))}
          render={(finding) => (
            <OneFinding key={finding.label} finding={finding} ticks={ticks} session={session} view={view} />
          )}
          step={20}
        />
      </ul>
    </fieldset>
  );
}

function OneFinding({ finding, ticks, session, view }: Omit<FindingsProps, 'looking'> & { finding: Finding }) {
  const { kind, number, places } = finding;
  return (
    <li>
      <label class="row">
        <input
          type="checkbox"
          checked={ticks.isLeft(finding)}
          onChange={(event) => ticks.tick([finding], event.currentTarget.checked)}
        />
        {t('secrets_leave_out', t(WORDS[kind], number))}
        <span class="quiet">{t('secrets_times', count(finding.count))}</span>
      </label>
      <ul class="places">
        {places.map((place) => (
          <li key={place.event ?? ''}>
            <Where session={session} view={view} place={place} />{' '}
            <bdi class="line">
              {visible(place.before)}
              <mark>{visible(place.value)}</mark>
              {visible(place.after)}
            </bdi>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** The event a place is in, as a way there; the handoff itself has none. */
function Where({ session, view, place: { event } }: Pick<FindingsProps, 'session' | 'view'> & { place: FoundPlace }) {
  if (event === null) return <span class="quiet">{t('secrets_in_text')}</span>;
  const number = numberOf(view, event);
  return (
    <a class="number" href={hashOf(session, number)}>
      {number}
    </a>
  );
}
