/** Plain patterns, for pages that should not wait for the schemas built of them. */

/** A school's website code (spec section 2): letters, digits, dot, dash. */
export const websiteCodePattern = /^[A-Za-z0-9.-]{1,64}$/;
