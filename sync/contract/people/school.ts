import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { schoolStatus } from '../codes.ts';
import { defaultCertificatePattern, findPatternFault } from '../certificate-number.ts';
import { bodyCodePattern, newWebsiteCodePattern, provinceCodePattern, siteCodePattern } from '../patterns.ts';
import { defaultZone, isTimeZone } from '../zone-time.ts';
import { defaultCoursewareLimits } from '../platform/platform-defaults.ts';
import { emptyInput, epochMs, id, keyword, listInput, listOutput, shortText, version, websiteCode } from '../scalars.ts';
import { uploadedPicture as picture } from '../platform/upload.ts';

/** Minimum number of years for which records of an exam are retained, on paper and electronically. A school may set more. */
export const leastRetention = { paperYears: 3, years: 5 } as const;

/**
 * Settings of a school. Unknown keys, from later versions or other programs, are preserved.
 * `config_coursehour_text`: unit of lessons on screen: 0 not shown, 1 课时, 2 学时.
 * `config_registration`: users may register by themselves (`/reg`); their accounts wait for approval.
 * `config_enrol_at_once`: accounts of applicants (type 12) need no approval.
 * `config_body_code`, `config_province_code`: codes of the certifying body (4 digits) and the province (2 digits) in certificate numbers.
 * `config_certificate_pattern`: pattern of the numbers of certificates that are issued from now on.
 * `config_retention_paper_years`, `config_retention_years`: years for which records of exams are retained on paper and electronically.
 */
export const schoolConfig = z.looseObject({
  config_coursehour_text: z.literal([0, 1, 2]).default(1),
  config_courseware_size_mb: z.int().min(1).max(10_240).default(defaultCoursewareLimits.sizeMb),
  config_courseware_minutes: z.int().min(1).max(6000).default(defaultCoursewareLimits.minutes),
  config_registration: z.literal([0, 1]).default(1),
  config_enrol_at_once: z.literal([0, 1]).default(0),
  config_body_code: z.string().trim().regex(bodyCodePattern).default(''),
  config_province_code: z.string().trim().regex(provinceCodePattern).default(''),
  config_certificate_pattern: z
    .string()
    .trim()
    .refine((pattern) => findPatternFault(pattern) === null)
    .default(defaultCertificatePattern),
  config_retention_paper_years: z.int().min(leastRetention.paperYears).max(100).default(leastRetention.paperYears),
  config_retention_years: z.int().min(leastRetention.years).max(100).default(leastRetention.years),
  config_time_zone: z.string().min(1).max(60).refine(isTimeZone).default(defaultZone),
});

export const schoolDraft = z.object({
  title: shortText.max(60),
  website: websiteCode.regex(newWebsiteCodePattern),
  logo: picture,
  logoCustom: picture,
  /** 1: show the custom logo in place of the logo. */
  logoCustomStatus: z.literal([0, 1]),
  cover: picture,
  /** Record number (备案号), shown in brackets after the login name. */
  record: z.string().trim().max(60),
  mohrssProfNo: z.string().trim().max(60),
  mohrssProfAllname: z.string().trim().max(200),
  /** Six digits of the assessment site, part of certificate numbers; '' if there are none yet. */
  siteCode: z.string().trim().regex(siteCodePattern),
  contact: z.string().trim().max(40),
  phone: z.string().trim().max(40),
  address: z.string().trim().max(200),
  config: schoolConfig.refine((config) => JSON.stringify(config).length <= 16_384, { message: 'must be at most 16 KB' }),
});

const status = z.literal(Object.values(schoolStatus));
const changed = z.object({ id, version });

const summary = z.object({
  id,
  title: z.string(),
  website: z.string(),
  /** The logo to show: the custom logo if it is enabled, otherwise the standard logo. */
  logo: z.string(),
  record: z.string(),
  siteCode: z.string(),
  contact: z.string(),
  phone: z.string(),
  status,
  version,
  userCount: z.int().min(0),
  examCount: z.int().min(0),
  createdMs: epochMs,
  updatedMs: epochMs,
});

const platform = ['admin'] as const;
const readers = ['admin', 'system'] as const;

export const schoolCalls = defineCalls('school', {
  getByWebsite: {
    summary: 'What a sign-in page shows of a school',
    input: z.object({ website: websiteCode }),
    output: z.object({
      id,
      title: z.string(),
      /** The logo to show: the custom logo if it is enabled, otherwise the standard logo. */
      logo: z.string(),
      cover: z.string(),
      website: z.string(),
      /** False if users of this school cannot sign in now. */
      enabled: z.boolean(),
      /** True if users may register by themselves. */
      registration: z.boolean(),
      /** True if applicants who register need no approval. */
      enrolAtOnce: z.boolean(),
      zone: z.string(),
    }),
    access: 'public',
    errors: ['notFound'],
    changes: false,
  },
  getList: {
    summary: 'Every school with its figures',
    input: listInput(z.object({ keyword: keyword.optional(), status: status.optional() })),
    output: listOutput(summary),
    access: readers,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One school, whole',
    input: z.object({ id }),
    output: schoolDraft.extend({
      id,
      // These fields are not validated, so that values stored under an older rule stay readable.
      title: z.string(),
      website: z.string(),
      logo: z.string(),
      logoCustom: z.string(),
      cover: z.string(),
      status,
      version,
      userCount: z.int().min(0),
      examCount: z.int().min(0),
      /** Number of exams in progress. If the school were disabled now, their examinees could not sign in again. */
      runningExamCount: z.int().min(0),
      createdMs: epochMs,
      updatedMs: epochMs,
    }),
    access: readers,
    errors: ['notFound'],
    changes: false,
  },
  add: {
    summary: 'Create a school',
    input: schoolDraft,
    output: changed,
    access: platform,
    errors: [],
    changes: true,
    once: true,
  },
  modify: {
    summary: 'Change a school; keys of its config that are not sent stay as they are',
    input: schoolDraft.extend({ id, version }),
    output: changed,
    access: platform,
    errors: ['notFound', 'conflict'],
    changes: true,
    once: true,
  },
  setStatus: {
    summary: 'Enable or disable a school; disabled, nobody of it can sign in and whoever is signed in is not any more',
    input: z.object({ id, version, status }),
    output: changed,
    access: platform,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  remove: {
    summary: 'Remove a school that nothing hangs on; else the refusal counts what does',
    input: z.object({ id, version }),
    output: emptyInput,
    access: platform,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  getRegistration: {
    summary: 'Do we take people who register by themselves, and at which code',
    input: emptyInput,
    output: z.object({ version, website: z.string(), open: z.boolean(), enrolAtOnce: z.boolean() }),
    access: ['school'],
    errors: [],
    changes: false,
  },
  setRegistration: {
    summary: 'Open or close our school to people who register by themselves, and say whether applicants begin at once',
    input: z.object({ version, open: z.boolean(), enrolAtOnce: z.boolean() }),
    output: z.object({ version }),
    access: ['school'],
    errors: ['conflict', 'notFound'],
    changes: true,
    once: true,
  },
});
