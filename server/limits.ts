/**
 * Limits on the data and the calls of one account. Everything stored at a user's request has a limit here; docs/operations.md lists the limits
 * for administrators. Devices in an exam have separate limits (server/answer-log).
 */
const mb = 1024 * 1024;
const gb = 1024 * mb;

export const accountLimits = {
  /** Changing calls per account, as a token bucket refilled within a minute. Each call writes an audit entry. */
  changesPerMinute: 900,
  /** Bytes that changing calls may send, per account and hour. */
  changedBytesPerHour: 512 * mb,
  /** Successful sign-ins per account and hour. */
  signInsPerHour: 300,
  /** Codes of a second factor that an account may try per hour: a guesser needs years for the right one of a million. */
  secondFactorTriesPerHour: 10,
  /** Sessions per account; a new one replaces the least recently used. */
  sessions: 30,
  /** API tokens per account. */
  apiTokens: 20,
  /** Webhooks per school. */
  webhooksOfSchool: 20,
  /** Most rows. A limit that ends in `OfMaker` is per user who made them, `questionsOfBank` per question bank, `categoriesOfSchool` per school. */
  papersOfMaker: 3_000,
  plansOfMaker: 3_000,
  questionsOfBank: 500_000,
  categoriesOfSchool: 5_000,
  /** Practice papers and practice plans that a learner makes, including deleted ones. */
  ownPractice: 2_000,
  /** Favourites per learner, including removed ones. */
  stars: 2_000,
  /** Notes per learner. */
  notes: 5_000,
  /** Question files per account that wait to be imported. */
  importsWaiting: 5,
  /** Uploads per account: concurrent, per hour, and bytes per day (for course makers and for all others). */
  uploadsAtOnce: 8,
  uploadsPerHour: 1_000,
  courseBytesPerDay: 50 * gb,
  otherBytesPerDay: 300 * mb,
  /**
   * Bytes of scanned pictures for each page of a plan's answer cards, including cut-out boxes and repeated scans. They do not count towards the
   * limits of uploads above.
   */
  cardBytesPerPage: 5 * mb,
  /** Unfinished uploads that arrive in chunks: their number per account, and their total bytes per school. */
  unfinishedUploads: 8,
  unfinishedBytesOfSchool: 200 * gb,
  /** Free bytes that uploads and imports must leave for the answer log. */
  keptFreeBytes: gb,
  /** Below this number of free bytes only answers are stored: no photos, no quarantined batches. `/readyz` returns 503. */
  logReserveBytes: 512 * mb,
} as const;
