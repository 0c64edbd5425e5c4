import { Fragment } from 'preact';
import { attachedName } from '../../handoff/attached';
import { type CitedText as Cited, citedTexts, type LooseCite, looseCites } from '../../handoff/cited';
import { seenName, shownName, withoutMarks } from '../../handoff/marks';
import { type Written, writtenIn } from '../../handoff/run';
import { type RunOf, runsBefore } from '../../handoff/thoughts';
import { member } from '../../lib/json';
import type { Event } from '../../model/event';
import type { Part, PartOf } from '../../model/parts';
import { type MessageKey, t } from '../../platform/strings';
import { partsOf } from '../../projection/sources';
import { besideOf, isMedia, type MediaPart, mediaHash } from '../../report/media';
import { OutsideLink } from '../link';
import { taken } from './apart';
import { CitedText, Marks } from './cited-text';
import { Code, Json } from './code';
import { GapLine } from './gap-line';
import { Media } from './media';
import { Prose } from './prose';
import { useReading, useSetTexts } from './reading';

/** All parts of an event. Citations that have a place stand in the text. */
export function Parts({ event }: { event: Event }) {
  const { shown } = useReading();
  const parts = partsOf(event);
  const texts = citedTexts(shown, parts);
  const loose = looseCites(shown, parts, texts);
  const runs = runsBefore(event);
  return (
    <div class="parts">
      {parts.map((part, at) => (
        // parts have no names, and never change places
        <Fragment key={at}>
          <RunLabel run={runs.get(at)} />
          <OnePart event={event} part={part} cited={texts.get(at)} loose={loose.get(at)} />
        </Fragment>
      ))}
    </div>
  );
}

const RUNS: Record<RunOf, MessageKey> = { thought: 'reader_thought', summary: 'reader_thought_summary' };

/** What the parts from here on are, where a site tells a thought and its summary apart. */
const RunLabel = ({ run }: { run: RunOf | undefined }) =>
  run === undefined ? null : <p class="quiet">{t(RUNS[run])}</p>;

interface OnePartProps {
  readonly event: Event;
  readonly part: Part;
  readonly cited: Cited | undefined;
  readonly loose: LooseCite | undefined;
}

function OnePart({ event, part, cited, loose }: OnePartProps) {
  if (cited) {
    const attached = attachedName(cited.part);
    if (attached === null) return <Words cited={cited} />;
    return (
      <Code
        text={cited.text}
        label={attached === '' ? t('reader_pasted') : t('reader_attached', shownName(attached))}
      />
    );
  }
  if (isMedia(part)) return <MediaOf event={event} part={part} />;
  switch (part.type) {
    case 'code':
      return <Code text={part.text} label={part.language} language={part.language} />;
    case 'json':
      return <Json value={part.value} />;
    case 'command':
      return (
        <>
          {writtenIn(part).map(({ what, text }) => (
            <Code key={what} text={text} label={t(WRITTEN[what])} />
          ))}
        </>
      );
    case 'diff':
      return <Code text={part.text} label={part.path} language="diff" />;
    case 'refusal':
      return <CitedText text={withoutMarks(part.text)} />;
    case 'evidence':
      return <EvidenceLine event={event.id} part={part} />;
    case 'link':
      return (
        <p>
          <OutsideLink address={part.url}>{shownName(part.url)}</OutsideLink>
        </p>
      );
    case 'placeholder':
      return <p class="missing">{t('reader_placeholder', shownName(part.reason))}</p>;
    case 'citation':
      return loose ? <LooseCitation cite={loose} /> : null;
    default:
      return null; // a text stands above
  }
}

/** What somebody wrote, as the site meant it to be read. Markup is shown as it is written. */
function Words({ cited }: { cited: Cited }) {
  const { text, cites, part } = cited;
  const sets = useSetTexts();
  if (part.format === 'html-sanitised') return <Code text={text} label="html" language="html" />;
  return <Prose text={text} cites={cites} isPlain={part.format !== 'markdown'} take={() => taken(sets, part)} />;
}

/** Bytes out of the store, or why there are none. */
function MediaOf({ event, part }: { event: Event; part: MediaPart }) {
  const { shown } = useReading();
  const hash = mediaHash(shown.view, event, part);
  const said = besideOf(shown.view, event, part);
  if (said?.kind === 'gap') return <GapLine event={said} />;
  // what the bytes are is known better once they are there
  const mime = said?.body.mime ?? part.mime;
  return <Media hash={hash} mime={mime} name={part.name ?? said?.body.name ?? null} alt={textIn(part, 'alt')} />;
}

function textIn(value: unknown, key: string): string | null {
  const text = member(value, key);
  return typeof text === 'string' ? text : null;
}

const WRITTEN = {
  'what was run': 'reader_command',
  output: 'reader_output',
  errors: 'reader_errors',
} as const satisfies Record<Written['what'], MessageKey>;

/** A citation without a place in a text stands by itself. */
function LooseCitation({ cite }: { cite: LooseCite }) {
  if ('numbers' in cite)
    return (
      <p class="quiet">
        {t('reader_cited')} <Marks numbers={cite.numbers} />
      </p>
    );
  const { url, title } = cite.unproven;
  return (
    <p class="quiet">
      {t('reader_cited')}{' '}
      <OutsideLink address={url}>{shownName(seenName(title, url) ?? t('source_unnamed'))}</OutsideLink>
    </p>
  );
}

function EvidenceLine({ event, part }: { event: string; part: PartOf<'evidence'> }) {
  const number = useReading().shown.sourceNumber.get(`${event}#${part.id}`);
  return (
    <p class="evidence">
      {number !== undefined && <Marks numbers={[number]} />}{' '}
      <bdi>{shownName(seenName(part.title, part.url) ?? part.id)}</bdi>
    </p>
  );
}
