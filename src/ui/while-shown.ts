/**
 * Looks now, whenever the person comes back to the page, and again after so many milliseconds as long as it is shown. Hidden,
 * the page sets no timer. Gives the function that ends it.
 */
export function whileShown(look: () => void, every: number): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow = (): void => {
    clearInterval(timer);
    if (document.hidden) return;
    look();
    timer = setInterval(look, every);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('focus', follow);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('focus', follow);
  };
}
