// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* ProseMirror, with what chat sites add: Markdown turned into shapes while one types, Enter that sends, a menu at `/`. */
import { baseKeymap } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { Schema } from 'prosemirror-model';
import { marks, nodes } from 'prosemirror-schema-basic';
import { EditorState, Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { asked, attributes, holder, ready, take } from './page.mjs';

const plainNodes = { doc: nodes.doc, paragraph: nodes.paragraph, text: nodes.text };
/** Sites differ in what their composer can hold: only lines, or whole documents. */
const schema = asked.has('rich') ? new Schema({ nodes, marks }) : new Schema({ nodes: plainNodes });

const rules = asked.has('rich')
  ? [
      textblockTypeInputRule(/^#\s$/, schema.nodes.heading, { level: 1 }),
      textblockTypeInputRule(/^```$/, schema.nodes.code_block),
    ]
  : [];

const menu = document.querySelector('#menu');

/** Opens a menu where the caret stands behind `/word` or `@word`; Enter then takes its first entry instead of the word. */
const suggestion = new Plugin({
  view: () => ({
    update({ state }) {
      const { $from } = state.selection;
      menu.hidden = !/(?:^|\s)[/@#]\w*$/.test($from.parent.textBetween(0, $from.parentOffset));
    },
  }),
});

const form = document.querySelector('#composer');
const send = keymap({
  Enter() {
    form.requestSubmit();
    return true;
  },
});

const own = asked.get('own') ?? '';
const first = own.split('\n').map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : []));

const view = new EditorView(holder(), {
  state: EditorState.create({
    doc: schema.node('doc', null, first),
    plugins: [inputRules({ rules }), history(), send, keymap(baseKeymap), suggestion],
  }),
  attributes,
  handlePaste(_, event) {
    const { files } = event.clipboardData;
    if (files.length > 0) {
      void take([...files]);
      return true;
    }
    const text = event.clipboardData.getData('text/plain');
    if (!asked.has('big') || text.length < 4000) return false;
    void take([new File([text], 'Pasted text.txt', { type: 'text/plain' })]);
    return true;
  },
});

ready(() => view.state.doc.textBetween(0, view.state.doc.content.size, '\n'));
