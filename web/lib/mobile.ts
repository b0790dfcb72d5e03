/** Under this many CSS pixels the sidebar collapses (spec section 9). */
export const mobileBreakpointPx = 992;

/** Does the browser call itself one of a telephone or tablet? An iPad of today says "Macintosh" and has fingers. */
export const isMobileAgent = (agent: string, touchPoints: number): boolean =>
  /android|iphone|ipad|ipod|harmonyos|mobile|windows phone/i.test(agent) || (/macintosh/i.test(agent) && touchPoints > 1);
