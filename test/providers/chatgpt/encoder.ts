import type { Change } from '../../../src/providers/chatgpt/patch';

type Fields = Record<string, unknown>;

/**
 * Writes changes as the site's delta encoding does: what is as in the event before is left out, or not, as one likes.
 * @param choose says of each thing that may be left out whether it is
 */
export function deltaEncoder(choose: () => boolean) {
  let before = { p: '', o: 'add', c: -1 };

  const channel = (c: number): Fields => {
    const said = c !== before.c || choose() ? { c } : {};
    before.c = c;
    return said;
  };

  return {
    begin(message: Fields, c: number): Fields {
      before = { p: '', o: 'add', c };
      return { v: { message: structuredClone(message), conversation_id: 'c-1', error: null }, c };
    },
    change(changes: readonly Change[], c: number): Fields {
      const [first] = changes;
      if (!first || changes.length > 1) {
        before = { ...before, p: '', o: 'patch' };
        const v = changes.map(({ path: p, op: o, value }) => ({ p, o, v: value }));
        return { ...(choose() ? { p: '', o: 'patch' } : {}), v, ...channel(c) };
      }
      const { path: p, op: o, value: v } = first;
      const isSame = before.p === p && before.o === o && choose();
      before = { ...before, p, o };
      return { ...(isSame ? {} : { p, o }), v, ...channel(c) };
    },
  };
}
