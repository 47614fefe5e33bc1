/** The service worker, which lets the page open without a network; it comes when everything else is there. */
export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return; // there is none without a secure context
  const register = (): void => {
    navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' }).catch(() => {
      // A browser that keeps nothing can still be played in.
    });
  };
  const later = (): unknown => (typeof requestIdleCallback === 'function' ? requestIdleCallback(register) : register());
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
