import { AskDebrief } from './ask-debrief';
import { KeepHere } from './keep-here';
import { PlaceHere } from './place-here';
import { type PopupDoors, usePopup } from './use-popup';
import { PopupView } from './view';
import { WatchHere } from './watch-here';

/** The popup of one tab. */
export function Popup(doors: PopupDoors) {
  const { state, lost, actions, seen, look } = usePopup(doors);
  const isNoChat = state.kind === 'elsewhere' && state.because === 'no-site';
  return (
    <PopupView
      state={state}
      lost={lost}
      now={doors.now()}
      actions={actions}
      first={<PlaceHere send={doors.send} tab={doors.tab} />}
      steady={
        seen?.site != null &&
        seen.permitted && <WatchHere {...seen} site={seen.site} db={doors.db} tab={doors.tab} onTurned={look} />
      }
    >
      {isNoChat && <KeepHere {...doors} />}
      {state.kind === 'chat' && <AskDebrief send={doors.send} tab={doors.tab} />}
    </PopupView>
  );
}
