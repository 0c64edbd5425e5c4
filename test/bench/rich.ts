import { conversation, growTree, type Message, MORNING, message, text } from '../sites/chatgpt/tree';
import { dice, prose } from './compose';

type Roll = (sides: number) => number;

const line = (roll: Roll, length: number): string => prose(roll, length).replace(/\s+/g, ' ').trim();

const CODES: readonly ((roll: Roll) => string)[] = [
  (roll) =>
    `\`\`\`python\n${Array.from({ length: 6 + roll(24) }, (_, n) => `def tide_${n}(hours: float, high=${roll(90)}) -> float:\n    """${line(roll, 40)}"""\n    return ${roll(9)}.${roll(99)} * math.cos(hours / 12.42) + high  # m\n`).join('\n')}\`\`\``,
  (roll) =>
    `\`\`\`ts\n${Array.from({ length: 8 + roll(30) }, (_, n) => `export const step${n} = async (port: string): Promise<number> => (await read(\`/ports/\${port}/${roll(99)}\`)).height ?? ${roll(9)};`).join('\n')}\n\`\`\``,
  (roll) =>
    `\`\`\`json\n${JSON.stringify(
      Array.from({ length: 5 + roll(20) }, (_, n) => ({
        n,
        at: `${roll(24)}:00`,
        m: roll(40) / 10,
        on: line(roll, 20),
      })),
      null,
      2,
    )}\n\`\`\``,
  (roll) =>
    `\`\`\`bash\n${Array.from({ length: 3 + roll(12) }, () => `curl -s "https://tides.example/${roll(999)}" | jq '.high[] | select(.m > ${roll(4)})' >> out.txt`).join('\n')}\n\`\`\``,
];

const code = (roll: Roll): string => (CODES[roll(CODES.length)] ?? CODES[0])?.(roll) ?? '';

const table = (roll: Roll): string =>
  [
    '| port | high water | low water | range | note |',
    '| :--- | ---: | ---: | :---: | --- |',
    ...Array.from(
      { length: 4 + roll(12) },
      () =>
        `| **Skerry ${roll(99)}** | ${roll(24)}:${10 + roll(49)} | ${roll(24)}:${10 + roll(49)} | ${roll(5)}.${roll(9)} m | ${line(roll, 30)} |`,
    ),
  ].join('\n');

const formula = (roll: Roll): string =>
  `The height is \\(h(t) = h_0 + \\sum_{i=1}^{${2 + roll(30)}} a_i \\cos(\\omega_i t - \\varphi_i)\\), so\n\n\\[\n\\frac{\\partial h}{\\partial t} = -\\sum_{i} a_i \\omega_i \\sin\\left(\\omega_i t - \\varphi_i\\right) + \\sqrt{\\frac{g \\, d_{${roll(9)}}}{2}}\n\\]`;

const list = (roll: Roll): string =>
  Array.from(
    { length: 3 + roll(6) },
    (_, n) =>
      `${n + 1}. **${line(roll, 15)}**: ${line(roll, 90)}\n   - ${line(roll, 60)} with \`${line(roll, 12)}\`\n   - [${line(roll, 15)}](https://pilot.example/${roll(999)})`,
  ).join('\n');

const RIGHT_TO_LEFT = 'ارتفاع المدّ عند الظهر ٣٫١ متر، والجزر عند الساعة الرابعة (انظر الجدول).';

/** An answer as models write them: some 3 KB of Markdown; one in forty is a long one. */
function answerText(roll: Roll, n: number): string {
  const long = n % 40 === 39;
  const pieces = [`## ${line(roll, 30)}`, `${line(roll, 300)} *${line(roll, 20)}* and ~~${line(roll, 10)}~~.`];
  for (let size = 0; size < (long ? 16_000 : 1_800); ) {
    const piece = [list, code, table, formula, (each: Roll) => line(each, 400)][roll(5)]?.(roll) ?? '';
    pieces.push(piece);
    size += piece.length;
  }
  if (n % 10 === 3) pieces.push(RIGHT_TO_LEFT);
  return [...pieces, `> ${line(roll, 120)}`].join('\n\n');
}

const mark = (...refs: string[]): string => `\u{e200}cite\u{e202}${refs.join('\u{e202}')}\u{e201}`;

interface Hit {
  readonly type: 'search_result';
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly ref_id: object;
  readonly pub_date: number;
  readonly attribution: string;
}

const hits = (roll: Roll, n: number): readonly Hit[] =>
  Array.from({ length: 6 }, (_, ref_index) => ({
    type: 'search_result',
    url: `https://tides.example/${n}/${ref_index}`,
    title: line(roll, 40),
    snippet: line(roll, 240),
    ref_id: { turn_index: 0, ref_type: 'search', ref_index },
    pub_date: MORNING - roll(1_000_000),
    attribution: 'tides.example',
  }));

interface Turn {
  readonly id: (part: number) => string;
  readonly roll: Roll;
  readonly n: number;
  readonly at: number;
}

/** What was thought and asked of a tool before an answer: every third time. */
function work({ id, roll, n, at }: Turn, found: readonly Hit[]): readonly Message[] {
  const thoughts = {
    content_type: 'thoughts',
    thoughts: [{ summary: line(roll, 30), content: prose(roll, 500), chunks: [], finished: true }],
    source_analysis_msg_id: id(3),
  };
  const asked = {
    content_type: 'code',
    language: 'unknown',
    text: JSON.stringify({ search_query: [{ q: line(roll, 40) }] }),
    response_format_name: null,
  };
  const result = text(found.map(({ title, url, snippet }) => `${title}\n${url}\n${snippet}`).join('\n\n'));
  return [
    message(id(2), 'assistant', thoughts, { create_time: at + 1, end_turn: false }),
    message(id(3), 'assistant', asked, { create_time: at + 2, end_turn: false, recipient: 'web.run' }),
    message(id(4), 'tool', result, {
      create_time: at + 3,
      name: 'web.run',
      metadata: {
        search_result_groups: [{ type: 'search_result_group', domain: 'tides.example', entries: found }],
        request_id: `r${n}`,
      },
    }),
  ];
}

function answer({ id, roll, n, at }: Turn, found: readonly Hit[]): Message {
  const said = answerText(roll, n);
  const references: object[] = [];
  let whole = said;
  for (const hit of found.slice(0, 3)) {
    const matched_text = mark(`turn0search${references.length}`);
    const from = [...`${whole}\n\n${hit.title}. `].length;
    whole += `\n\n${hit.title}. ${matched_text}`;
    references.push({
      matched_text,
      start_idx: from,
      end_idx: from + [...matched_text].length,
      type: 'grouped_webpages',
      items: [{ ...hit, refs: [hit.ref_id], supporting_websites: [] }],
    });
  }
  return message(id(5), 'assistant', text(whole), {
    create_time: at + 4,
    channel: 'final',
    metadata: {
      model_slug: 'gpt-5-6-thinking',
      finish_details: { type: 'stop', stop_tokens: [200_002] },
      is_complete: true,
      content_references: references,
    },
  });
}

/** A question and what came of it. */
function turn(n: number, seed: number): readonly Message[] {
  const roll = dice(seed * 100_003 + n * 7919);
  const each: Turn = {
    id: (part) => `00000000-0000-4000-${String(seed).padStart(4, '8')}-${String(n * 10 + part).padStart(12, '0')}`,
    roll,
    n,
    at: MORNING + n * 60,
  };
  const found = n % 3 === 1 ? hits(roll, n) : [];
  return [
    message(each.id(1), 'user', text(line(roll, 60 + roll(300))), { create_time: each.at }),
    ...(found.length > 0 ? work(each, found) : []),
    answer(each, found),
  ];
}

/**
 * A conversation of so many messages (even), as models write them: Markdown with code, tables, formulas, thoughts, tools
 * and sources. In its middle another version leads into a twentieth of them.
 */
export function richChat(id: string, messages: number, seed: number): object {
  const turns = messages / 2;
  const aside = Math.max(1, Math.round(turns / 20));
  const fork = Math.floor((turns - aside) / 2);
  const tree = growTree();
  let leaf = tree.add(`${id}-root`, null, null);
  let forked = leaf;
  for (let n = 0; n < turns - aside; n++) {
    if (n === fork) forked = leaf;
    leaf = tree.chain(leaf, ...turn(n, seed));
  }
  for (let n = turns - aside; n < turns; n++) forked = tree.chain(forked, ...turn(n, seed));
  return conversation(id, `${messages} messages about tides`, tree, leaf);
}
