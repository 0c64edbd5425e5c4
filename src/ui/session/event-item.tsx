import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { shownName, withoutMarks } from '../../handoff/marks';
import { connectorOf } from '../../handoff/names';
import { hashIn } from '../../lib/hash';
import type { Body } from '../../model/bodies';
import type { Actor, Event } from '../../model/event';
import type { Part } from '../../model/parts';
import { type MessageKey, t } from '../../platform/strings';
import { firstWords } from '../../projection/branches';
import { partsOf } from '../../projection/sources';
import { numberOf } from '../../projection/view';
import { saidInParts } from '../../report/media';
import { Fold } from '../fold';
import { moment } from '../format';
import { kindWord } from '../kind-words';
import { hashOf } from '../place';
import { setTexts } from './apart';
import { Changed } from './changed';
import { CitedText } from './cited-text';
import { Code, Json } from './code';
import { CopyButton } from './copy-button';
import { CopyMessage, wordsOf } from './copy-message';
import { GapLine } from './gap-line';
import { citedBeside, Margin } from './margin';
import { Media } from './media';
import { linkTo } from './number-ref';
import { Parts } from './parts';
import type { Stop } from './path';
import { SetTextsProvider, useReading, useTarget } from './reading';
import { Switch } from './switch';
import { useNear } from './use-near';

/** True for what a session begins with: it is set at once. */
const IsFirst = createContext(false);

/** One place of a branch: who said it, what, and what hangs beside it. */
export const StopItem = ({ stop, isFirst }: { stop: Stop; isFirst: boolean }) => (
  <IsFirst.Provider value={isFirst}>
    <Place stop={stop} />
  </IsFirst.Provider>
);

function Place({ stop: { event, blocks, beside, forks } }: { stop: Stop }) {
  const { shown } = useReading();
  const words = firstWords({ event, blocks });
  const ids = useMemo(() => new Set([event, ...blocks].map(({ id }) => id)), [event, blocks]);
  const said = saidInParts(shown.view, [event, ...blocks]);
  const cited = citedBeside(shown, { event, blocks });
  const content = (
    <>
      <Byline event={event} blocks={blocks} forks={forks} />
      {words.map((block) => (
        <Block key={block.id} event={block} />
      ))}
      {(blocks.length === 0 || event.kind !== 'message' || partsOf(event).length > 0) && <Content event={event} />}
      {blocks.slice(words.length).map((block) => (
        <Block key={block.id} event={block} />
      ))}
      {beside
        .filter(({ id }) => !said.has(id))
        .map((each) => (
          <Beside key={each.id} event={each} />
        ))}
    </>
  );
  if (cited.length === 0)
    return (
      <li class={`event ${toneOf(event)}`} data-event={event.id}>
        {content}
      </li>
    );
  return (
    <li class={`event cited ${toneOf(event)}`} data-event={event.id}>
      <div class="said">{content}</div>
      <Margin numbers={cited} said={ids} />
    </li>
  );
}

/** One block of a message, found by its number. */
const Block = ({ event }: { event: Event }) => (
  <div class="block">
    <NumberLink event={event} />
    <Content event={event} />
  </div>
);

function toneOf(event: Event): string {
  if (event.kind === 'gap') return 'of-gap';
  return event.kind === 'message' && !event.body.hidden ? `of-${event.body.role}` : 'of-work';
}

function Byline({ event, blocks, forks }: Pick<Stop, 'event' | 'blocks' | 'forks'>) {
  const { unconfirmed } = useReading();
  const at = event.at.occurred;
  return (
    <div class="byline">
      <strong>
        <bdi>{speakerOf(event)}</bdi>
      </strong>
      <NumberLink event={event} />
      {at !== null && <time dateTime={at}>{moment(at)}</time>}
      {unconfirmed.has(event.id) && (
        <span class="badge" title={t('reader_unconfirmed_why')}>
          {t('reader_unconfirmed')}
        </span>
      )}
      {event.fidelity === 'partial' && <span class="badge">{t('reader_partial')}</span>}
      <CopyMessage event={event} blocks={blocks} />
      {forks.length > 1 && <Switch at={event.id} forks={forks} />}
    </div>
  );
}

/** The number of an event: what the address names it by, and what it is found by. */
function NumberLink({ event }: { event: Event }) {
  const { shown, session } = useReading();
  const target = useTarget();
  const number = numberOf(shown.view, event.id);
  const href = hashOf(session, number);
  const isAimed = number === target;
  return (
    <>
      <a
        class={isAimed ? 'number aimed' : 'number'}
        id={number}
        href={href}
        title={t('reader_number_why')}
        aria-current={isAimed ? 'location' : undefined}
      >
        {number}
      </a>
      {isAimed && <CopyButton icon="link" label={t('copy_link')} text={() => linkTo(href)} />}
    </>
  );
}

function speakerOf({ actor, kind, body }: Event): string {
  if (actor.kind === 'user') return t('reader_you');
  if (kind === 'message' && body.role === 'system') return t('reader_system');
  const named = actor.model ?? actor.name;
  return named === null ? t(SPEAKERS[actor.kind]) : shownName(named);
}

const SPEAKERS: Record<Actor['kind'], MessageKey> = {
  user: 'reader_you',
  assistant: 'reader_assistant',
  agent: 'reader_assistant',
  system: 'reader_system',
  provider: 'reader_provider',
  tool: 'reader_tool',
  recorder: 'extension_name',
};

const isBlank = (part: Part): boolean => part.type === 'text' && withoutMarks(part.text).trim() === '';

/** What an event says. In a long session words are set when they come near; until then they stand there as they are. */
function Content({ event }: { event: Event }) {
  const isOpen = event.kind === 'message' && !event.body.hidden;
  return isOpen ? <NearContent event={event} /> : <Said event={event} />;
}

function NearContent({ event }: { event: Event<'message'> }) {
  const { isLong, shown } = useReading();
  const isFirst = useContext(IsFirst);
  const { place, isNear, made } = useNear(isLong && !isFirst, () => setTexts(shown, event));
  if (!isNear)
    return (
      <div ref={place}>
        <PlainWords event={event} />
      </div>
    );
  return (
    <div ref={place}>
      <SetTextsProvider value={made ?? null}>
        <Said event={event} />
      </SetTextsProvider>
    </div>
  );
}

const PlainWords = ({ event }: { event: Event<'message'> }) => (
  <div class="text" dir="auto">
    {wordsOf({ event, blocks: [] })}
  </div>
);

/** Only what people said to each other is open at once. */
function Said({ event }: { event: Event }) {
  const parts = partsOf(event);
  const empty = () => <p class="quiet">{t('reader_empty')}</p>;
  const content = parts.every(isBlank) ? empty : () => <Parts event={event} />;
  switch (event.kind) {
    case 'message':
      if (event.body.hidden) return <Fold title={t('reader_hidden')}>{content}</Fold>;
      return content();
    case 'reasoning':
      if (parts.length === 0) return <p class="quiet">{t('reader_reasoning_none')}</p>;
      return <Fold title={t('reader_reasoning')}>{content}</Fold>;
    case 'tool.call':
      return (
        <Fold title={<ToolTitle words={t('reader_call')} event={event} />}>
          {() => <CallInput body={event.body} />}
        </Fold>
      );
    case 'tool.result':
      return <Fold title={<ToolTitle words={t('reader_result')} event={event} />}>{content}</Fold>;
    case 'gap':
      return <GapLine event={event} />;
    case 'notice':
      return <p class="notice">{shownName(event.body.text ?? event.body.type)}</p>;
    case 'unknown':
      return <Unknown body={event.body} />;
    default:
      return <Fold title={kindWord(event.kind)}>{parts.length > 0 ? content : () => <Json value={event.body} />}</Fold>;
  }
}

function ToolTitle({ words, event }: { words: string; event: Event<'tool.call'> | Event<'tool.result'> }) {
  const connector = connectorOf(event);
  return (
    <>
      {words}
      {event.body.name && <bdi class="tool">{shownName(event.body.name)}</bdi>}
      {connector !== null && <bdi class="quiet">{t('reader_connector', shownName(connector))}</bdi>}
    </>
  );
}

function CallInput({ body: { input, inputText } }: { body: Body<'tool.call'> }) {
  if (inputText !== undefined) return <Code text={inputText} />;
  if (typeof input === 'string') return <Code text={input} />;
  return input === undefined ? <p class="quiet">{t('reader_no_input')}</p> : <Json value={input} />;
}

const Unknown = ({ body: { type, text } }: { body: Body<'unknown'> }) => (
  <Fold title={t('reader_unknown', shownName(type ?? '?'))}>
    {() => (text ? <CitedText text={text} /> : <p class="quiet">{t('reader_unknown_raw')}</p>)}
  </Fold>
);

/** What hangs beside: files and gaps are shown, counters and settings folded away. */
function Beside({ event }: { event: Event }) {
  if (event.kind === 'server.state') return null; // listed with all others above
  if (event.kind === 'branch' && event.body.action === 'version') return null; // the switch says so
  if (event.kind === 'config') return <Settings event={event} />;
  if (event.kind !== 'artifact') return <Content event={event} />;
  const { artifact, mime, name } = event.body;
  return <Media hash={hashIn(artifact)} mime={mime ?? null} name={name ?? null} />;
}

/** A line where settings changed; those that were asked for with a message are folded away below it. */
const Settings = ({ event }: { event: Event<'config'> }) => (
  <>
    <Changed event={event} />
    {event.body.of !== 'change' && <Content event={event} />}
  </>
);
