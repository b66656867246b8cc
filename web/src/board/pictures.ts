// Pictures of the pieces, for those who do not read the characters.

import type { kindOf } from '../core/fen';

/** In a box of about 64 units around the origin: what is filled, what is only drawn, and what is cut out of both. */
export const PICTURES: Record<ReturnType<typeof kindOf>, { solid: string; stroke?: string; holes?: string }> = {
  K: { solid: 'M-27 16L-31-17L-14-3L0-29L14-3L31-17L27 16ZM-27 21H27V29H-27Z', holes: 'M0-1l5 6l-5 6l-5-6z' },
  A: {
    solid:
      'M-17 8C-19-32 19-32 17 8ZM-21 11H21V21H-21ZM-20 2C-26-8-38-8-40-2C-38 6-28 8-20 8ZM20 2C26-8 38-8 40-2C38 6 28 8 20 8Z',
    holes: 'M-5-8H5V2H-5Z',
  },
  B: {
    solid:
      'M-31 24V-2C-31-20-16-25-2-24C2-29 18-30 24-20C29-12 28-4 30 6C31 14 36 15 36 9H40C40 22 25 24 24 8C23 3 21 2 17 4V24H5V11C-3 14-12 13-17 10V24Z',
    holes: 'M16-14a3 3 0 1 0 .1 0zM-3-17C6-17 8-4 0 0C-8-2-9-14-3-17z',
  },
  N: {
    solid: 'M-20 30C-19 9-4 6-3-5C-9 0-18 8-26 5C-31 2-31-3-28-6C-20-13-17-23-7-27L-4-36L4-27C23-22 29 2 25 30Z',
    holes: 'M-8-17a3.2 3.2 0 1 0 .1 0z',
  },
  R: {
    solid: 'M-31-12L-22-28H22L31-12ZM-3-14H3V4H-3ZM-27-2H27V5H-27Z',
    stroke: 'M-12 17a12 12 0 1 0 24 0a12 12 0 1 0-24 0M-12 17H12M0 5V29M-8.5 8.5L8.5 25.5M8.5 8.5L-8.5 25.5',
  },
  C: {
    solid: 'M-31 0C-37-9-33-19-24-19L26-29L33-10L-19 8C-24 10-29 6-31 0ZM-30 27L-8 6L-2 12L-18 28Z',
    stroke: 'M-9 15a12 12 0 1 0 24 0a12 12 0 1 0-24 0M3 3V27M-9 15H15',
  },
  P: {
    solid: 'M0-36L25-17H-25ZM-11-14H11C11 2-11 2-11-14ZM-22 29C-22 9-13 2 0 2C13 2 22 9 22 29Z',
    stroke: 'M30-26V29',
  },
};
