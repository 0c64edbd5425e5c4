import { useEffect, useState } from 'preact/hooks';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes the first file that is dropped anywhere on the page. True while one is held above it. */
export function useDrop(onFile: (file: File) => void): boolean {
  const [above, setAbove] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault(); // else the browser would open the file instead of us
      setAbove(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setAbove(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setAbove(false);
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    };
    addEventListener('dragover', over, { signal: stop.signal });
    addEventListener('dragleave', leave, { signal: stop.signal });
    addEventListener('drop', drop, { signal: stop.signal });
    return () => stop.abort();
  }, [onFile]);
  return above;
}
