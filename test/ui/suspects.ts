import { ICONS } from '../../src/look/icons';

/** Every tag that our pages are made of. What is made from a site's words is none of them. */
const TAGS = new Set(
  'a article dialog bdi blockquote br button code dd details div dl dt fieldset figcaption figure footer h1 h2 h3 header img input label li main ol p pre progress search section span strong summary time ul'.split(
    ' ',
  ),
);

/** An icon of the family, with nothing in it but its own line. */
function isIcon(element: Element): boolean {
  const icon = element.closest('svg.icon');
  const [path, ...more] = icon?.children ?? [];
  return more.length === 0 && Object.values<string>(ICONS).includes(path?.getAttribute('d') ?? '');
}

/** Elements and attributes that none of our pages is made of: what is made from somebody else’s words would be among them. */
export function suspects(root: Element): string[] {
  const all = [...root.querySelectorAll('*')].filter((each) => !each.closest('.tree > svg') && !isIcon(each)); // pictures of ours
  return all.flatMap((each) => {
    const name = each.tagName.toLowerCase();
    const attributes = [...each.attributes].filter(({ name: key, value }) => {
      if (key.startsWith('on') || key === 'style' || key === 'srcdoc') return true;
      return (key === 'href' || key === 'src') && !/^(#|https?:\/\/|blob:|library\.html#|\/icon\.svg$)/.test(value);
    });
    return [...(TAGS.has(name) ? [] : [name]), ...attributes.map(({ name: key, value }) => `${key}=${value}`)];
  });
}
