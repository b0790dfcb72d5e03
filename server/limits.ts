/**
 * What one account can make the server keep, and how fast: every place that keeps something because somebody asked has a row here, and
 * docs/operations.md says them to administrators. What devices of an exam send has bounds of its own (server/ingest).
 */
const mb = 1024 * 1024;
const gb = 1024 * mb;

export const limits = {
  /** Calls that change something, of one account: so many at once, refilled steadily within a minute. Each writes a line of the audit log. */
  changesPerMinute: 900,
  /** What these calls carry, of one account in an hour. */
  changedBytesPerHour: 512 * mb,
  /** Sign-ins with the right password, of one account in an hour. */
  signInsPerHour: 300,
  /** Sessions of one account; the one left alone longest ends for a new one. */
  sessions: 30,
  /** Papers, plans and questions of one maker; categories of one school. */
  papersOfMaker: 3_000,
  plansOfMaker: 3_000,
  questionsOfBank: 500_000,
  categoriesOfSchool: 5_000,
  /** Practice papers and sittings of one learner. */
  ownPractice: 2_000,
  /** Favourites of one learner, those taken back counted. */
  stars: 2_000,
  /** Notes of one learner. */
  notes: 5_000,
  /** Question files of one account that wait to be taken in. */
  importsWaiting: 5,
  /** Files of one account: at once, in an hour, in bytes a day (who makes courses of them; everybody else). */
  uploadsAtOnce: 8,
  uploadsPerHour: 1_000,
  courseBytesPerDay: 50 * gb,
  otherBytesPerDay: 300 * mb,
  /** Files of one account that were begun piece by piece and are not whole, and what those of one school may come to. */
  unfinishedUploads: 8,
  unfinishedBytesOfSchool: 200 * gb,
  /** Free bytes that uploads and imports leave on the disk, for the answer log lies on it. */
  keptFreeBytes: gb,
  /** Free bytes below which only answers are stored: no photos, no batches in quarantine. `/readyz` says 503. */
  logReserveBytes: 512 * mb,
} as const;
