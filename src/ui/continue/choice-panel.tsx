import { useMemo } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { SessionView } from '../../projection/view';
import { Fold } from '../fold';
import { Boxes, Dots } from './boxes';
import { BudgetField } from './budget-field';
import { choiceWords } from './choice-words';
import { pickablesOf } from './pickables';
import type { Choosing } from './use-choice';

interface ChoicePanelProps {
  readonly view: SessionView;
  readonly choosing: Choosing;
  /** What goes out by now; null: it is being made. */
  readonly text: string | null;
  /** The text is the person's own. */
  readonly isEdited: boolean;
  /** Something was typed that is not kept: it is of the branch that is shown. */
  readonly isDirty: boolean;
}

/** What of a session is handed over, and in how many tokens: folded away under a line that says what is picked. */
export const ChoicePanel = (props: ChoicePanelProps) => (
  <Fold
    class="choice"
    title={
      <>
        {t('choice_title')} <span class="quiet">{choiceWords(props.choosing.choice)}</span>
      </>
    }
  >
    {() => <Picks {...props} />}
  </Fold>
);

function Picks({ view, choosing, text, isEdited, isDirty }: ChoicePanelProps) {
  const { leaf = null, agents = null, sources = null, files = null, budget = null } = choosing.choice;
  const all = useMemo(() => pickablesOf(view), [view]);
  const [own] = all.branches;
  return (
    <div class="stack">
      {isEdited && <p class="say careful">{t('choice_edited')}</p>}
      <BudgetField budget={budget} onBudget={choosing.budget} text={text} />
      <Dots
        title={t('choice_branch')}
        items={all.branches}
        picked={leaf ?? own?.id ?? ''}
        fixed={isDirty ? t('choice_branch_fixed') : null}
        // the branch the person was on may go on: it is followed
        onPick={(id) => choosing.branch(id === own?.id ? null : id)}
      />
      <Boxes
        title={(ticked, of) => t('choice_agents', ticked, of)}
        items={all.agents}
        ticked={agents}
        onTick={choosing.agents}
      />
      <Boxes
        title={(ticked, of) => t('choice_sources', ticked, of)}
        items={all.sources}
        ticked={sources}
        onTick={choosing.sources}
      />
      <Boxes
        title={(ticked, of) => t('choice_files', ticked, of)}
        items={all.files}
        ticked={files}
        onTick={choosing.files}
      />
    </div>
  );
}
