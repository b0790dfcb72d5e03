import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { certificateLevels, examStatus, examUserStatus } from '../codes.ts';
import { examParts } from '../exams/exam-part.ts';
import { epochMs, id } from '../scalars.ts';

export const recordCalls = defineCalls('record', {
  getList: {
    summary: "A person's exams with result and receipt, and their certificates: one's own, or of somebody one looks after",
    /** Person whose record is wanted; the caller if absent. */
    input: z.object({ userId: id.optional() }),
    output: z.object({
      user: z.object({ id, name: z.string(), login_name: z.string(), student_no: z.string(), class_name: z.string() }),
      /** Certificates. Their numbers are included, because the holder has them on paper. */
      certificates: z.array(
        z.object({
          id,
          number: z.string(),
          profession: z.string(),
          level: z.literal(certificateLevels),
          issuedMs: epochMs,
          revokedMs: epochMs.nullable(),
        }),
      ),
      items: z.array(
        z.object({
          planId: id,
          name: z.string(),
          paperName: z.string(),
          /** `part`: part of the certification exam. `resit`: true for a resit. */
          part: z.enum(examParts),
          resit: z.boolean(),
          startMs: epochMs,
          examStatus: z.literal(Object.values(examStatus)),
          status: z.literal(Object.values(examUserStatus)),
          seatLabel: z.string(),
          ticketNo: z.string(),
          /** Points of the person in the exam; null until its scores are released, for staff too. */
          points: z.number().nullable(),
          totalPoints: z.number(),
          passPoints: z.number(),
          passed: z.boolean().nullable(),
          /** Hash of the server's receipt for everything that was handed in; '' if there is none yet. */
          receiptHash: z.string(),
          receiptMs: epochMs.nullable(),
        }),
      ),
    }),
    access: ['admin', 'school', 'teacher', 'student', 'examUser'],
    errors: ['notFound'],
    changes: false,
  },
});
