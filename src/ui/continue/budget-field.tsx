import { useEffect, useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import { counterFor } from '../../tokens/counter';
import { count } from '../format';
import { errorSentence } from '../sentences';
import { aboutSo } from './choice-words';

/** What models have room for. */
const BUDGETS = [4_000, 16_000, 64_000, 200_000];

interface BudgetProps {
  /** Tokens; null: no limit. */
  readonly budget: number | null;
  readonly onBudget: (budget: number | null) => void;
  /** What goes out by now; null: it is being made. */
  readonly text: string | null;
}

/** How much room there is, and what the text comes to. */
export function BudgetField({ budget, onBudget, text }: BudgetProps) {
  const came = useCame(text);
  return (
    <div class="stack">
      <label class="field">
        <span>{t('choice_budget')}</span>
        <select
          value={budget ?? ''}
          aria-describedby="choice-budget-why"
          onChange={({ currentTarget: { value } }) => onBudget(value === '' ? null : Number(value))}
        >
          <option value="">{t('choice_unlimited')}</option>
          {BUDGETS.map((each) => (
            <option key={each} value={each}>
              {t('choice_tokens', count(each))}
            </option>
          ))}
        </select>
      </label>
      <p role="status" aria-busy={came === null}>
        {came ?? t('choice_making')}
      </p>
      <p class="quiet" id="choice-budget-why">
        {t('choice_budget_why')}
      </p>
    </div>
  );
}

/** What a text comes to, in words; null: it is not known yet. Nobody knows which model gets it: it is an estimate. */
function useCame(text: string | null): string | null {
  const [came, setCame] = useState<{ readonly text: string; readonly words: string } | null>(null);
  useEffect(() => {
    if (text === null) return;
    let isGone = false;
    const tell = (words: string): void => {
      if (!isGone) setCame({ text, words });
    };
    counterFor('handoff').then(
      ({ of }) => tell(isGone ? '' : t('choice_came', aboutSo(of(text)))),
      (error) => tell(errorSentence(error)),
    );
    return () => {
      isGone = true;
    };
  }, [text]);
  return came !== null && came.text === text ? came.words : null;
}
