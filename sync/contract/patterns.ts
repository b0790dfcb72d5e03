// Patterns without schemas, for pages that should not load the schema library.

/** Website code of a school (specification section 2): letters, digits, dot, dash. */
export const websiteCodePattern = /^[A-Za-z0-9.-]{1,64}$/;

/** Query parameter that holds a school's website code, in addresses that other systems open for the sign-in. */
export const schoolParameter = 'school';

/** A new website code begins and ends with a letter or digit, because "." and ".." would change the path of an address. */
export const newWebsiteCodePattern = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;

/** Code of an assessment site, as in certificate numbers: six digits, or ''. */
export const siteCodePattern = /^([0-9]{6})?$/;

/** Code of a certifying body, as in certificate numbers: four digits, or ''. */
export const bodyCodePattern = /^([0-9]{4})?$/;

/** Code of a province, as in certificate numbers: two digits, or ''. */
export const provinceCodePattern = /^([0-9]{2})?$/;

/** Code of a profession in the national classification: 6-31-01-03. */
export const professionCodePattern = /^\d-\d{2}-\d{2}-\d{2}$/;

/** Path, below our platform's public address, of the page to which a school's directory sends the browser back after a sign-in. */
export const directoryReturnPath = '/sign-in/return';

/** Paths, below our platform's public address, of the pages that a learning platform (LTI 1.3) opens. The id of the school follows each. */
export const ltiLoginPath = '/lti/login';
export const ltiLaunchPath = '/lti/launch';

/** Path, below our platform's public address, of the page that a SCORM package opens in its own window. The id of the course follows. */
export const courseWindowPath = '/course-window';
