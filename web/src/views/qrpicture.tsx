// A QR code as a picture: black on white in every theme, with the quiet zone that readers need.

import { useMemo } from 'preact/hooks';
import { qrCode, qrPath } from '../core/qr';

/** Codes with more modules than this are hard to read from a screen. */
const DENSE = 100;

/** Nothing if the text is too long for a code; what is said of that, and of a dense code, the caller gives. */
export function QrPicture({
  text,
  label,
  tooLong = '',
  dense = '',
}: {
  text: string;
  label: string;
  tooLong?: string;
  dense?: string;
}) {
  const code = useMemo(() => qrCode(text), [text]);
  if (code === null) return tooLong === '' ? null : <p class="warning">{tooLong}</p>;
  const size = code.size + 8;
  return (
    <>
      <svg
        class="qr"
        role="img"
        aria-label={label}
        data-version={code.version}
        viewBox={`0 0 ${size} ${size}`}
        shape-rendering="crispEdges"
      >
        <rect width="100%" height="100%" fill="#ffffff" />
        <path d={qrPath(code)} fill="#000000" />
      </svg>
      {code.size > DENSE && dense !== '' && <p class="quiet">{dense}</p>}
    </>
  );
}
