import type { ComponentChildren } from 'preact';
import { type MessageKey, t } from '../../platform/strings';
import type { FilesJob, ReadJob } from '../../store/job-rows';
import { Facts } from '../facts';
import { FiveTests, type Way } from '../five-tests';
import { Fold } from '../fold';
import { ago, count, size } from '../format';
import { isAtWork, JobEnd, JobLine } from '../job-line';
import { hashOf } from '../place';
import { faultSentence } from '../sentences';
import { GapWords } from '../session/gap-line';
import { MISSING } from '../session/missing';
import { factsOf } from '../summary';
import { Actions } from './actions';
import type { About, Chat, Elsewhere, PopupState } from './state';

/** What the popup's buttons do. */
export interface PopupActions {
  readonly exportChat: () => void;
  /** Shows the kept session in the library, at a place of it where one is named. */
  readonly openLibrary: (place: string | null) => void;
  /** Asks the browser for the site: called straight from the click, or the browser refuses. */
  readonly allowSite: () => void;
  readonly readAgain: () => void;
  readonly cancel: (job: string) => void;
  /** Goes on with files that were not fetched to the end. */
  readonly fetchOn: (job: FilesJob) => void;
  /** Asks the browser for the host that has files of the chat: straight from the click, as well. */
  readonly allowHost: () => void;
}

interface ViewProps {
  readonly state: PopupState;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly actions: PopupActions;
  /** More to press: stands with the buttons, above what comes and goes while a person reaches for them. */
  readonly steady?: ComponentChildren;
}

/** The popup in any of its states. `lost`: what the browser has lost of what was kept, in words. */
export function PopupView({
  state,
  lost,
  now,
  actions,
  first,
  steady,
  children,
}: ViewProps & {
  readonly lost: string | null;
  /** Stands above what is said of the tab. */
  readonly first?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <main class="popup" aria-busy={state.kind === 'loading'}>
      <header>
        <img class="mark" src="/icon.svg" alt="" />
        <span>{t('extension_name')}</span>
        {'siteName' in state && state.siteName !== null && <span class="site">{state.siteName}</span>}
      </header>
      {lost !== null && (
        <p class="say bad" role="alert">
          {lost}
        </p>
      )}
      {first}
      <Body state={state} now={now} actions={actions} steady={steady} />
      {children}
    </main>
  );
}

function Body({ state, now, actions, steady }: ViewProps) {
  switch (state.kind) {
    case 'loading':
      return <p class="quiet">{t('popup_loading')}</p>;
    case 'failed':
      return (
        <>
          <p class="say bad" role="alert">
            {state.sentence}
          </p>
          <Actions actions={actions} canExport={false} />
        </>
      );
    case 'elsewhere':
      return <NotAChat state={state} actions={actions} steady={steady} />;
    case 'chat':
      return <AChat chat={state} now={now} actions={actions} steady={steady} />;
  }
}

const ELSEWHERE: Record<Elsewhere, { readonly title: MessageKey; readonly words: MessageKey }> = {
  'no-site': { title: 'popup_no_site', words: 'popup_no_site_words' },
  'no-conversation': { title: 'popup_no_conversation', words: 'popup_no_conversation_words' },
  'no-access': { title: 'popup_no_access', words: 'popup_no_access_words' },
};

interface NotAChatProps extends Pick<ViewProps, 'actions' | 'steady'> {
  readonly state: Extract<PopupState, { kind: 'elsewhere' }>;
}

function NotAChat({ state, actions, steady }: NotAChatProps) {
  const { title, words } = ELSEWHERE[state.because];
  return (
    <>
      <h1>{t(title)}</h1>
      <p>{t(words)}</p>
      <Actions actions={actions} canExport={false} />
      {steady}
      {state.siteName !== null && !state.permitted && <Allow siteName={state.siteName} allow={actions.allowSite} />}
    </>
  );
}

/** The buttons stand above what changes, so that nothing moves under a finger. */
function AChat({ chat, now, actions, steady }: Omit<ViewProps, 'state'> & { readonly chat: Chat }) {
  const { kept, about, siteName } = chat;
  return (
    <>
      <h1>
        <bdi>{kept ? chat.name : t('popup_not_kept')}</bdi>
      </h1>
      <Actions actions={actions} canExport={!isAtWork(chat.exported)} canContinue={kept !== null} />
      {steady}
      <div class="stack" role="status">
        <Work chat={chat} actions={actions} />
      </div>
      {chat.host !== null && !isAtWork(chat.files) && <AllowHost host={chat.host} allow={actions.allowHost} />}
      {kept && about && (
        <WhatIsKept
          about={about}
          told={kept.last?.kind === 'drift'}
          wayTo={(place) => wayTo(kept.id, place, actions.openLibrary)}
        />
      )}
      {kept && (
        <p class="quiet">
          {t('popup_captured', ago(kept.last?.at ?? kept.updated, now))}{' '}
          {t(chat.persisted ? 'kept_here_safe' : 'kept_here')}
          {chat.bytes !== null && ` ${t('kept_size', size(chat.bytes))}`}
        </p>
      )}
      {!chat.permitted && <Allow siteName={siteName} allow={actions.allowSite} />}
    </>
  );
}

/** What is going on, and what came of it: the one place that is read out when it changes. */
function Work({ chat, actions }: { chat: Chat; actions: PopupActions }) {
  const { read, exported, files, trouble, kept } = chat;
  const drifted = kept?.last?.kind === 'drift' && !isAtWork(read);
  return (
    <>
      {trouble !== null && <p class="say bad">{trouble}</p>}
      {read && isAtWork(read) && <JobLine job={read} onCancel={actions.cancel} />}
      {drifted ? (
        <p class="say careful">{t('job_error_read_drift')}</p>
      ) : (
        read && <FailedRead chat={chat} actions={actions} />
      )}
      {kept?.last?.capture === 'page' && !drifted && !isAtWork(read) && <FromPage read={read} actions={actions} />}
      {files &&
        (isAtWork(files) ? (
          <JobLine job={files} onCancel={actions.cancel} />
        ) : (
          <JobEnd job={files} onGoOn={actions.fetchOn} />
        ))}
      {exported &&
        (isAtWork(exported) ? <JobLine job={exported} onCancel={actions.cancel} /> : <JobEnd job={exported} />)}
    </>
  );
}

/** The site's own answer could not be had: why, and another try. */
function FromPage({ read, actions }: { read: ReadJob | null; actions: PopupActions }) {
  const because = read?.state === 'done' ? read.because : undefined;
  return (
    <>
      <p class="say careful">{t('popup_from_page')}</p>
      {because !== undefined && (
        <>
          <p class="quiet">{faultSentence(because)}</p>
          <ReadAgain actions={actions} />
        </>
      )}
    </>
  );
}

function FailedRead({ chat: { read }, actions }: { chat: Chat; actions: PopupActions }) {
  if (read?.state !== 'failed') return null;
  return (
    <>
      <JobEnd job={read} />
      <ReadAgain actions={actions} />
    </>
  );
}

const ReadAgain = ({ actions }: { actions: PopupActions }) => (
  <div class="row">
    <button type="button" onClick={actions.readAgain}>
      {t('popup_read_again')}
    </button>
  </div>
);

/** The way to a place of the session in the library: this page is no place to read it. */
const wayTo = (session: string, place: string, open: PopupActions['openLibrary']): Way => ({
  href: `library.html${hashOf(session, place)}`,
  onClick: (event) => {
    event.preventDefault();
    open(place);
  },
});

interface WhatIsKeptProps {
  readonly wayTo: (place: string) => Way;
  readonly about: About;
  /** It was just said that something cannot be read yet. */
  readonly told: boolean;
}

function WhatIsKept({ about: { summary, report, lacks }, told, wayTo }: WhatIsKeptProps) {
  return (
    <>
      <Facts facts={factsOf(summary)} />
      <FiveTests report={report} wayTo={wayTo} />
      {summary.unread > 0 && !told && <p class="say careful">{t('unread_words', summary.unread)}</p>}
      {lacks.length > 0 && (
        <Fold title={t('lacks_gaps', count(lacks.reduce((sum, { times }) => sum + times, 0)))}>
          {() => <Lacks lacks={lacks} wayTo={wayTo} />}
        </Fold>
      )}
    </>
  );
}

/** Things named here; the library names all. */
const NAMED = 20;

function Lacks({ lacks, wayTo }: Pick<About, 'lacks'> & Pick<WhatIsKeptProps, 'wayTo'>) {
  const more = lacks.length - NAMED;
  return (
    <ul class="bare">
      {lacks.slice(0, NAMED).map(({ gap, number, place, times }) => (
        <li key={gap.id}>
          <a class="number" {...wayTo(place)}>
            {number}
          </a>
          <span>
            <GapWords event={gap} />
            {times > 1 && <span class="quiet"> {t('gap_places', count(times))}</span>}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <span />
          <a {...wayTo(MISSING)}>{t('list_more', count(more))}</a>
        </li>
      )}
    </ul>
  );
}

function Allow({ siteName, allow }: { siteName: string; allow: () => void }) {
  return (
    <div class="stack allow">
      <p class="quiet" id="allow-why">
        {t('popup_allow_why', siteName)}
      </p>
      <button type="button" aria-describedby="allow-why" onClick={allow}>
        {t('popup_allow', siteName)}
      </button>
    </div>
  );
}

function AllowHost({ host, allow }: { host: string; allow: () => void }) {
  return (
    <div class="say careful stack">
      <p id="host-why">{t('popup_host_why', host)}</p>
      <div class="row">
        <button type="button" aria-describedby="host-why" onClick={allow}>
          {t('popup_host', host)}
        </button>
      </div>
    </div>
  );
}
