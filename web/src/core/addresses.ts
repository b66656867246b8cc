// Where links lead: by which beginnings of addresses other devices can follow them.

/** Whether a host is this machine itself, which no other device can reach by that name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}

/**
 * The beginnings that a link can have, the best one first: that of the page if others can follow it, those that the server knows, and in the end that of
 * the page on this machine alone.
 */
export function originsFor(page: string, known: readonly string[]): string[] {
  const isOwn = isLoopback(new URL(page).hostname);
  return [...new Set(isOwn ? [...known, page] : [page, ...known])];
}

/** The same link with another beginning. */
export function movedTo(origin: string, link: string): string {
  const { pathname, search, hash } = new URL(link);
  return `${origin}${pathname}${search}${hash}`;
}
