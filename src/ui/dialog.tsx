import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly class?: string;
  /** Called when it is closed in whatever way, Escape included. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog that is open as long as it is rendered. */
export function Dialog({ title, class: name, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      // a browser gives the focus back only while the dialog is there, which it no longer is
      const isLost = document.activeElement === document.body || shown?.contains(document.activeElement);
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault(); // closed by being no longer rendered
        onClose();
      }}
    >
      <h2 id={id}>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </dialog>
  );
}
