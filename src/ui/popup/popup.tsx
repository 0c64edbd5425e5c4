import { type PopupDoors, usePopup } from './use-popup';
import { PopupView } from './view';

/** The popup of one tab. */
export function Popup(doors: PopupDoors) {
  const { state, actions } = usePopup(doors);
  return <PopupView state={state} now={doors.now()} actions={actions} />;
}
