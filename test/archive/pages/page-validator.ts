import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // a session's places begin with its slug, which begins with a year: HTML lets an id be anything without a blank
    'valid-id': ['error', { relaxed: true }],
    // the words of a session, its title too, are as long as they are, and end as they end
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
  },
});

/** What is not HTML as the standard has it on a page, each once, in words. */
export async function faultsOf(page: string): Promise<string[]> {
  const { results } = await validator.validateString(page);
  const all = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  return [...new Set(all)];
}
