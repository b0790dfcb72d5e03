import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { type CertificateLevel, certificateLevels } from '../codes.ts';
import { type ExamPart, examParts } from '../exams/exam-part.ts';
import { emptyInput, epochMs, id, shortText } from '../scalars.ts';

const keepers = ['school', 'teacher'] as const;
const plan = z.object({ planId: id });
const level = z.literal(certificateLevels);

/**
 * Returns the exam parts that a certification of this level needs. Technicians and senior technicians also pass a review; the titles above them
 * are awarded by review alone.
 */
export function listPartsOfLevel(of: CertificateLevel): readonly ExamPart[] {
  if (of > 5) return ['review'];
  return of <= 2 ? examParts : examParts.filter((part) => part !== 'review');
}

/** Result of one person in one part of an exam. `listed` is false if the person is an examinee of no plan for that part. */
export interface PartResult {
  readonly part: ExamPart;
  readonly listed: boolean;
  readonly passed: boolean;
}

/**
 * Returns the parts in which a person has no result and that a certificate of this level needs; null if the person cannot get a certificate.
 * An absent or failed examinee has not passed; only a part without any plan for the person can be missing.
 */
export function findMissingParts(of: CertificateLevel, results: readonly PartResult[]): ExamPart[] | null {
  const sat = results.filter(({ listed }) => listed);
  if (sat.length === 0 || sat.some(({ passed }) => !passed)) return null;
  const needed = new Set([...listPartsOfLevel(of), ...results.map(({ part }) => part)]);
  return examParts.filter((part) => needed.has(part) && !sat.some((own) => own.part === part));
}

/** `part` is null on certificates that were issued before certificates recorded the exam part. */
const part = z.object({ part: z.enum(examParts).nullable(), name: z.string(), points: z.number(), passPoints: z.number() });
const certificate = z.object({
  id,
  number: z.string(),
  name: z.string(),
  profession: z.string(),
  level,
  parts: z.array(part),
  /** Exam parts that the level needs but for which the person has no result. */
  missing: z.array(z.enum(examParts)),
  issuedMs: epochMs,
  revokedMs: epochMs.nullable(),
  revokeReason: z.string(),
});

export const certificateCalls = defineCalls('certificate', {
  getCandidates: {
    summary: 'Who has passed every part of an exam, at the first try or re-sat, and who has their certificate',
    input: plan,
    output: z.object({
      /** Parts of the exam. `released`: scores of at least one plan for the part, first exam or resit, are released. */
      parts: z.array(z.object({ part: z.enum(examParts), released: z.boolean() })),
      /** The school's pattern of certificate numbers and the codes in them. A code is '' if not set; numbers that need it cannot be issued. */
      codes: z.object({ body: z.string(), province: z.string(), site: z.string(), pattern: z.string() }),
      items: z.array(
        z.object({
          userId: id,
          name: z.string(),
          ticketNo: z.string(),
          /** Results in the order of the exam parts. `points`: null while no score is released. `listed`: a plan for the part includes the person. */
          parts: z.array(z.object({ points: z.number().nullable(), passed: z.boolean(), listed: z.boolean() })),
          passed: z.boolean(),
          certificate: z.object({ id, number: z.string(), revokedMs: epochMs.nullable() }).nullable(),
        }),
      ),
    }),
    access: keepers,
    rows: [{ of: 'plan', act: 'read', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: false,
  },
  issue: {
    summary: 'Issue certificates to examinees who passed every part, and to named ones who lack a part. Numbers have no gaps',
    input: plan.extend({
      professionId: id,
      level,
      kind: z.enum(['Y', 'S']),
      /** Persons who get a certificate although they have no result in an exam part. The caller has read their names and agreed. */
      incomplete: z.array(id).max(2000).default([]),
    }),
    output: z.object({ issued: z.int() }),
    access: keepers,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  revoke: {
    summary: 'A certificate is valid no more. Its number is never given again',
    input: plan.extend({ id, reason: shortText.max(300) }),
    output: emptyInput,
    access: keepers,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound'],
    changes: true,
  },
  getById: {
    summary: 'One certificate to print: its holder, and staff of the school',
    input: z.object({ id }),
    output: certificate.extend({
      school: z.object({ title: z.string(), logo: z.string() }),
      /** Pattern with which the certificate number was made. */
      pattern: z.string(),
      sex: z.int(),
      idType: z.int(),
      /** Masked ID number. The birthday is not included, because it would reveal the hidden digits. */
      idNumber: z.string(),
      photo: z.string(),
      /** Public address of the platform, such as "https://exam.school.cn"; '' if it is not set. */
      publicAddress: z.string(),
      /** True for callers who may print the certificate with the whole ID number. */
      mayPrint: z.boolean(),
    }),
    access: ['school', 'teacher', 'student', 'examUser'],
    errors: ['notFound'],
    changes: false,
  },
  getPrinted: {
    summary: 'The whole ID number and the birth date for the printed certificate; each look is logged',
    input: z.object({ id }),
    /** `birthday`: "2001-09-23" from an identity card number; '' for other documents. */
    output: z.object({ idNumber: z.string(), birthday: z.string() }),
    access: ['school', 'teacher', 'student', 'examUser'],
    errors: ['notFound', 'forbidden'],
    // Viewing a number changes only the audit log. It counts as a change so that it is logged.
    changes: true,
  },
  verify: {
    summary: 'Is there a certificate of this number, and is it valid? Tells no more than stands on its face, with the name masked',
    input: z.object({ number: z.string().trim().max(40) }),
    output: z.object({
      found: z.boolean(),
      valid: z.boolean(),
      name: z.string(),
      profession: z.string(),
      level: level.nullable(),
      /** Exam parts without a result, as printed on the certificate. */
      missing: z.array(z.enum(examParts)),
      issuedMs: epochMs.nullable(),
    }),
    access: 'public',
    errors: [],
    changes: false,
  },
});
