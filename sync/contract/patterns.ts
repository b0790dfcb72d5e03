/** Plain patterns, for pages that should not wait for the schemas built of them. */

/** A school's website code (spec section 2): letters, digits, dot, dash. */
export const websiteCodePattern = /^[A-Za-z0-9.-]{1,64}$/;

/** One that is given anew begins and ends with a letter or digit: "." and ".." would lead elsewhere in an address. */
export const givenWebsiteCodePattern = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;

/** '' or the six digits of an assessment site. */
export const siteCodePattern = /^([0-9]{6})?$/;

/** A profession's code in the national classification: 6-31-01-03. */
export const professionCodePattern = /^\d-\d{2}-\d{2}-\d{2}$/;
