import { AskDebrief } from './ask-debrief';
import { KeepHere } from './keep-here';
import { PlaceHere } from './place-here';
import { type PopupDoors, usePopup } from './use-popup';
import { PopupView } from './view';

/** The popup of one tab. */
export function Popup(doors: PopupDoors) {
  const { state, lost, actions } = usePopup(doors);
  const isNoChat = state.kind === 'elsewhere' && state.because === 'no-site';
  return (
    <PopupView
      state={state}
      lost={lost}
      now={doors.now()}
      actions={actions}
      first={<PlaceHere send={doors.send} tab={doors.tab} />}
    >
      {isNoChat && <KeepHere {...doors} />}
      {state.kind === 'chat' && <AskDebrief send={doors.send} tab={doors.tab} />}
    </PopupView>
  );
}
