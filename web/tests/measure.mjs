// What pages are measured by: where things are, shifts of the layout, long tasks.

/** Where everything is that must not move. */
export async function places(page, selector) {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.localName, ...[x, y, width, height].map(Math.round)].join(' ');
    }),
  );
}

/** Begins to note shifts of the layout and long tasks. */
export async function watch(page) {
  await page.evaluate(() => {
    globalThis.noted = { shift: 0, movers: [], tasks: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        globalThis.noted.shift += entry.value;
        globalThis.noted.movers.push(...entry.sources.map(({ node }) => node?.className ?? node?.nodeName));
      }
    }).observe({ type: 'layout-shift' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.noted.tasks.push(Math.round(entry.duration));
    }).observe({ type: 'longtask' });
  });
}

export const noted = (page) => page.evaluate(() => globalThis.noted);
