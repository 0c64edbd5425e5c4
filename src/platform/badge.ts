import { ext } from './browser';
import { t } from './strings';

/** Quiet, and readable on it: browsers take a loud colour by themselves. */
const GROUND = '#7d5400';
const INK = '#ffffff';

/** A mark on the toolbar button of one tab, and what it says when pointed at; null takes both away. */
export async function markTab(
  tab: number,
  mark: { readonly text: string; readonly title: string } | null,
): Promise<void> {
  try {
    await ext.action.setBadgeText({ tabId: tab, text: mark?.text ?? '' });
    await ext.action.setTitle({ tabId: tab, title: mark?.title ?? t('action_title') });
    if (!mark) return;
    await ext.action.setBadgeBackgroundColor({ tabId: tab, color: GROUND });
    await ext.action.setBadgeTextColor({ tabId: tab, color: INK });
  } catch {
    // the tab was closed meanwhile: there is nothing to mark
  }
}
