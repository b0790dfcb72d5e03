/** Under this many CSS pixels the sidebar collapses (spec section 9). */
export const mobileBreakpointPx = 992;

/** Tells whether a browser runs on a phone or tablet. Current iPads report "Macintosh" and have touch points. */
export const isMobileAgent = (agent: string, touchPoints: number): boolean =>
  /android|iphone|ipad|ipod|harmonyos|mobile|windows phone/i.test(agent) || (/macintosh/i.test(agent) && touchPoints > 1);
