import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPassage, findPassages } from '../../src/projection/passage';

const PAGE = `# The lake

The lake is **43 m** deep at its [deepest point](https://lake.example/a_(b)?x=1 "Soundings"), north of the pier.[[12]](#note-12)
It freezes over in most winters \\(not in all\\), and the ice has carried horses.

> “Nobody,” said the warden’s daughter, “has ever seen its bottom.”

- In summer the water is warm – 22 °C – and clear.
- Boats need a per\u00admit from the harbour office.
`;

describe('a passage in a text', () => {
  test.each([
    ['exact', 'It freezes over in most winters'],
    ['exact', '  the ice has carried horses. '],
    ['normalised', 'The lake is 43 m deep at its deepest point, north of the pier.'],
    ['normalised', 'the ICE\n has   carried\u00a0horses'],
    ['normalised', 'in most winters (not in all), and'],
    ['normalised', '"Nobody," said the warden\'s daughter, "has ever seen its bottom."'],
    ['normalised', '«Nobody,» said the warden´s daughter'],
    ['normalised', 'the water is warm — 22 °C — and clear. Boats need a permit'],
    ['normalised', 'In summer the water is <b>warm</b>&nbsp;&ndash; 22 °C'],
    ['normalised', 'The lake is 43 m deep … the ice has carried horses ... a permit from the harb…'],
    ['normalised', 'Ｔｈｅ ｌａｋｅ ｉｓ ４３ ｍ ｄｅｅｐ'],
    ['normalised', 'The lake is \ue200cite\ue202turn0search1\ue20143 m deep'],
    ['partial', 'It freezes over in many winters (not in all), and the ice has carried cars.'],
    ['partial', 'a permit from the harbour office … the ice has carried'],
    ['not-found', 'The lake is dry, and nothing of the kind was ever said of any bridge.'],
    ['not-found', 'Ja'],
    ['not-found', '…'],
  ])('is %s: %j', (how, passage) => {
    expect(findPassage(PAGE, passage).how).toBe(how);
  });

  test('a sign that changes what is said is not one that only looks otherwise', () => {
    const page = 'The tank was cooled to -5 °C and held 1.5 litres; pressure < 3 bar, x + 2.';
    for (const other of ['cooled to 5 °C and', 'held 15 litres;', 'pressure 3 bar', 'pressure > 3 bar', 'x - 2.'])
      expect(findPassage(page, other).how, other).not.toBe('normalised');
  });

  test('a number that was changed is part of it, and never all', () => {
    const found = findPassage(PAGE, 'The lake is 48 m deep at its deepest point, north of the pier.');
    expect(found.how).toBe('partial');
    expect(found.share).toBeGreaterThan(0.9);
    expect(found.share).toBeLessThan(1);
  });

  test('what was looked for before changes nothing', () => {
    const sought = ['It freezes over in many winters (not in all), and the ice has carried cars.', PAGE.slice(40, 700)];
    const first = findPassages(PAGE, sought);
    for (let again = 0; again < 20; again++) {
      findPassages(PAGE.repeat(2), [`${PAGE} with more`, 'a permit from the harbour office … the ice has carried']);
      expect(findPassages(PAGE, sought)).toEqual(first);
    }
  });

  test('how much of a passage is there grows with what is there, and half is the least', () => {
    const there = 'It freezes over in most winters (not in all), and the ice has carried horses.';
    const half = `${there} Something else entirely follows here, about trains.`;
    const quarter = `${there}${' Something else entirely follows here, about trains and where they go.'.repeat(3)}`;
    expect(findPassage(PAGE, half)).toMatchObject({ how: 'partial' });
    expect(findPassage(PAGE, half).share).toBeLessThan(0.7);
    expect(findPassage(PAGE, quarter)).toEqual({ how: 'not-found', share: 0 });
  });

  test.each([
    ['Chinese', '湖水深四十三米，\n冬季通常结冰。', '湖水深四十三米，冬季通常结冰'],
    ['Japanese in other widths', 'この湖の水深は４３メートルです。', 'この湖の水深は43メートルです'],
    ['Arabic with vowels', 'البُحَيْرَةُ عَمِيقَةٌ جِدًّا في الشتاء', 'البحيرة عميقة جدا في الشتاء'],
    ['Hebrew with direction marks', 'האגם \u200fעמוק מאוד\u200e בחורף', 'האגם עמוק מאוד בחורף'],
    ['Turkish', 'GÖL KIŞIN DONAR, İNSANLAR YÜRÜR', 'göl kışın donar, insanlar yürür'],
    ['emoji', 'Deep 🏊‍♀️ and cold ❄️, they say', 'deep 🏊♀ and cold ❄, they say'],
    ['half a surrogate pair', 'Deep \ud83d and cold, they say', 'deep \ufffd and cold, they say'],
  ])('in every script: %s', (_, text, passage) => {
    expect(findPassage(`- ${text} -`, passage)).toEqual({ how: 'normalised', share: 1 });
  });

  test('any slice is found to the letter', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(texts, fc.nat(300), fc.nat(300), (text, from, length) => {
        expect(findPassage(text, text.slice(from, from + length)).how).toBe('exact');
      }),
    );
  });

  const word = fc.constantFrom('lake', 'Tiefe', 'глубина', '湖水', 'עמוק', 'm²', '43', '“ice”', 'co-op', 'naïve', '🏊');
  const many = fc.array(word, { minLength: 4, maxLength: 60 });
  const space = fc.constantFrom(' ', '\n', '\u00a0', '\n\n', ' \t ', '\u2009', '\u200b ');

  test('other white space, capitals and quotation marks change only how it is written', () => {
    fc.assert(
      fc.property(many, space, fc.nat(50), (words, other, from) => {
        const some = words.slice(Math.min(from, words.length - 4));
        const passage = some.join(other).toUpperCase().replaceAll(/[“”]/g, '"');
        expect(['exact', 'normalised']).toContain(findPassage(words.join(' '), passage).how);
      }),
    );
  });

  test('one passage or many at once: each is found as it would be alone', () => {
    fc.assert(
      fc.property(many, fc.array(many, { maxLength: 6 }), (words, others) => {
        const text = words.join(' ');
        const passages = others.map((each) => each.join(' '));
        expect(findPassages(text, passages)).toEqual(passages.map((each) => findPassage(text, each)));
      }),
    );
  });

  test('whatever the two texts are, an answer comes and its share is one', () => {
    const any = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(any, any, (text, passage) => {
        const { how, share } = findPassage(text, passage);
        const whole = how === 'exact' || how === 'normalised';
        expect(whole ? share === 1 : how === 'partial' ? share >= 0.5 && share < 1 : share === 0).toBe(true);
      }),
    );
  });
});
