/** Marks the entry of the contents whose part of the page is being read. */
export function startCurrentEntry(): void {
  const nav = document.querySelector<HTMLElement>('.contents');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const linkOf = new Map(links.flatMap((link) => partOf(link).map((part) => [part, link] as const)));
  const seen = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      // Of parts within each other, the innermost comes last.
      const current = [...linkOf].filter(([part]) => seen.has(part)).at(-1)?.[1];
      for (const link of links) {
        if (link === current) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
      }
      if (nav && current) keepInView(nav, current);
    },
    // A line at a quarter of the height of the window.
    { rootMargin: '-25% 0px -74% 0px' },
  );
  for (const part of linkOf.keys()) observer.observe(part);
}

/** Returns the part of the page that a link leads to: the whole card of a route. */
function partOf(link: HTMLAnchorElement): Element[] {
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  return target ? [target.closest('article') ?? target] : [];
}

function keepInView(nav: HTMLElement, link: HTMLElement): void {
  const frame = nav.getBoundingClientRect();
  const own = link.getBoundingClientRect();
  if (own.top < frame.top) nav.scrollTop -= frame.top - own.top + frame.height / 3;
  else if (own.bottom > frame.bottom) nav.scrollTop += own.bottom - frame.bottom + frame.height / 3;
}
