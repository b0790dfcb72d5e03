/**
 * Headers of every response that a browser may render. They allow no inline scripts. Inline styles are allowed, because formulas (MathML) and the
 * dialog and toast libraries use style attributes. There is no HSTS header: browsers must let users accept a school's own certificate by hand.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self), screen-wake-lock=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Headers that differ for the window in which a course is open. A SCORM package in another learning platform opens this window, which then reports to
 * the page that opened it. All other pages are cut off from the page that opened them.
 */
export const courseWindowHeaders: Readonly<Record<string, string>> = { 'cross-origin-opener-policy': 'unsafe-none' };

/**
 * Returns the headers of the application's pages. `relay`: address of the exam rooms' relay, to which the pages may connect besides their own server;
 * null if there is none.
 */
export function getPageHeaders(relay: string | null): Readonly<Record<string, string>> {
  if (relay === null) return pageHeaders;
  const policy = pageHeaders['content-security-policy']?.replace("connect-src 'self'", `connect-src 'self' ${relay}`) ?? '';
  return { ...pageHeaders, 'content-security-policy': policy };
}
