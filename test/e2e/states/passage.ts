import { type Conversation, conversation, growTree, MORNING, message, text } from '../../sites/chatgpt/tree';

const ID = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0009';

const PLAN = `You lose the fair stream at **11:20**, so be past the beacon by then.

1. Leave on the last of the flood.
2. Keep the white sector until the depth is *over 4 m*.
3. Then steer for the beacon:

| Hour | Stream | Made good |
| --- | ---: | ---: |
| 09:00 | 1.2 kn | 6.1 kn |
| 10:00 | 0.7 kn | 5.6 kn |
| 11:00 | −0.3 kn | 4.6 kn |

The set you have to allow for is

$$\\theta = \\arcsin\\frac{v_{\\text{stream}} \\cdot \\sin\\alpha}{v_{\\text{boat}}}$$

> Pilots round here say: the bar is shut before it looks shut.

\`\`\`python
from math import asin, degrees, radians, sin

def set_to_allow(stream: float, boat: float, angle: float) -> float:
    """Degrees to steer up against the stream."""
    return degrees(asin(stream * sin(radians(angle)) / boat))

print(f"{set_to_allow(1.2, 4.9, 70):.0f}°")  # 13°
\`\`\``;

/** A chat with lists, a table, a formula, code, and words from right to left. */
export function passage(): Conversation {
  const tree = growTree();
  const root = tree.add('client-created-root', null, null);
  const said = (n: number, role: string, words: string) =>
    message(`passage-${n}`, role, text(words), {
      create_time: MORNING + 90_000 + 40 * n,
      ...(role === 'assistant' ? { channel: 'final', metadata: { model_slug: 'gpt-5-6', is_complete: true } } : {}),
    });
  const leaf = tree.chain(
    root,
    said(1, 'user', 'We do 4.9 knots. Plan the passage to Gannet beacon, with the sums, please.'),
    said(2, 'assistant', PLAN),
    said(3, 'user', 'كيف نقول للطاقم: «المدّ يتغيّر عند الظهر»؟'),
    said(4, 'assistant', 'قل لهم ببساطة: **المدّ ينقلب قرابة الظهر**، والعودة قبل الساعة 11:20.'),
  );
  return conversation(ID, 'Passage to Gannet beacon', tree, leaf, {
    create_time: MORNING + 90_000,
    update_time: MORNING + 90_400,
  });
}
