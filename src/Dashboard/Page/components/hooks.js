// Small things that components share.
// @ts-check
import { useEffect, useState } from '../lib/preact.js';

/** Whether a media query matches. @param {string} query */
function useMedia(query) {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => setMatches(media.matches);
    changed();
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, [query]);
  return matches;
}

/** A phone held upright. */
export const usePhone = () => useMedia('(max-width: 700px)');

/** Whether the colours are dark: by the viewer's choice or by the system's. It changes with either. */
export function useDark() {
  const isSystems = useMedia('(prefers-color-scheme: dark)');
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme ?? '');
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset.theme ?? ''));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return theme ? theme === 'dark' : isSystems;
}
