import type { Choice } from '../../handoff/choice';
import { t } from '../../platform/strings';
import { count } from '../format';

/** A choice on one line, such as: Everything · no limit. */
export function choiceWords(choice: Choice): string {
  const { leaf = null, agents, sources, files, budget = null } = choice;
  const picked = [
    ...(leaf === null ? [] : [t('choice_other_branch')]),
    ...(agents ? [t('choice_some_agents', count(agents.length))] : []),
    ...(sources ? [t('choice_some_sources', count(sources.length))] : []),
    ...(files ? [t('choice_some_files', count(files.length))] : []),
  ];
  const what = picked.length === 0 ? [t('choice_everything')] : picked;
  return [...what, budget === null ? t('choice_no_limit') : t('choice_at_most', count(budget))].join(' · ');
}

/** An estimate as people say one: in hundreds, and never less. */
export const aboutSo = (tokens: number): string => count(tokens < 1_000 ? tokens : Math.ceil(tokens / 100) * 100);
