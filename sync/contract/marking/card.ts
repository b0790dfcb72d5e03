import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id } from '../scalars.ts';
import { uploadUrlPattern } from '../platform/upload.ts';

const marker = ['marker'] as const;

/**
 * State of one scanned picture. `waits`: not read yet. `doubtful`: a person has to decide rows of bubbles. `twice`: another picture shows the same
 * page, and neither counts. `later`: the answers on this page were entered from another picture; a person keeps or corrects them. `foreign`:
 * not a page of this plan's cards. `setAside`: a person decided that the picture does not count. `related`: shows an examinee whom the caller
 * must not mark.
 */
export const scanStates = ['waits', 'read', 'doubtful', 'unreadable', 'twice', 'later', 'foreign', 'setAside', 'related'] as const;
export type ScanState = (typeof scanStates)[number];

/** Reasons why a scanned picture is unreadable or foreign. */
export const scanReasons = [
  'noMarks',
  'bent',
  'noCode',
  'notDecoded',
  'tooLarge',
  'otherCode',
  'otherPlan',
  'otherLayout',
  'unknownExaminee',
] as const;
export type ScanReason = (typeof scanReasons)[number];

/**
 * State of one examinee's card. `marking`: not all of its boxes are marked. `ready`: waits for a person to enter it, with the points for questions
 * without bubbles. `entered`: the examinee's answers were entered from it. `byPerson`: a person entered them first, so the card changes nothing.
 */
export const cardStates = ['incomplete', 'undecided', 'marking', 'ready', 'entered', 'byPerson'] as const;
export type CardState = (typeof cardStates)[number];

const ticketNo = z.string().trim().min(1).max(60);
const marked = z.array(z.string().max(8)).max(16);
const page = z.int().min(1).max(99);
const point = z.object({ x: z.number(), y: z.number() });
const scan = z.object({ planId: id, scanId: id });

/** Maximum number of scanned pictures in one call. */
export const mostScansAtOnce = 500;

/** Calls for scanned answer cards. Markers who may enter points of a paper exam may make them. */
export const cardCalls = defineCalls('card', {
  addScans: {
    summary:
      'Hand over uploaded pictures of answer cards; a job reads them and those that still wait. A picture that is there already is named and changes nothing. An empty list only has the waiting pictures read',
    input: z.object({ planId: id, urls: z.array(z.string().regex(uploadUrlPattern)).max(mostScansAtOnce) }),
    output: z.object({ added: z.int(), known: z.array(z.string()) }),
    access: marker,
    errors: ['notFound', 'refused', 'invalid'],
    changes: true,
    once: true,
  },
  getScans: {
    summary: 'What became of each scanned picture and of each card. Neither answers nor points are part of it',
    input: z.object({ planId: id }),
    output: z.object({
      planId: id,
      name: z.string(),
      released: z.boolean(),
      /** True while a job reads pictures. A picture that waits without a job was not read. */
      reading: z.boolean(),
      /** Points of the questions without bubbles; 0 if every question has bubbles. */
      writtenPoints: z.number(),
      scans: z.array(
        z.object({
          scanId: id,
          fileName: z.string(),
          uploadedMs: epochMs,
          state: z.enum(scanStates),
          reason: z.enum(scanReasons).nullable(),
          /** Ticket number of the examinee whose card the picture shows; '' if unknown. */
          ticketNo: z.string(),
          page: z.int().nullable(),
          /** Number of rows of bubbles that a person has to decide. */
          open: z.int(),
        }),
      ),
      cards: z.array(
        z.object({
          ticketNo: z.string(),
          state: z.enum(cardStates),
          missing: z.array(page),
          /** Maximum points that a person enters for the questions without bubbles. 0 if markers mark the card's boxes on the screen instead. */
          toGive: z.number(),
        }),
      ),
      /** Ticket numbers of examinees of whose card there is no scanned picture. */
      withoutCard: z.array(z.string()),
    }),
    access: marker,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  getScan: {
    summary: 'One scanned picture with the rows that a person has to decide. For an unreadable picture: all rows of the named page',
    input: scan.extend({ ticketNo: ticketNo.optional(), page: page.optional() }),
    output: z.object({
      planId: id,
      scanId: id,
      fileName: z.string(),
      url: z.string().min(1),
      state: z.enum(scanStates),
      /** True if the examinee's answers on this page were entered from this picture. */
      entered: z.boolean(),
      reason: z.enum(scanReasons).nullable(),
      ticketNo: z.string(),
      page: z.int().nullable(),
      pages: z.int().nullable(),
      /** Middles of the four corner squares in pixels of the picture, clockwise from the page's top left; empty if they were not found. */
      corners: z.array(point),
      /** Other pictures of the same page that are not set aside. `entered`: the page's answers were entered from that picture. */
      twins: z.array(z.object({ scanId: id, fileName: z.string(), url: z.string().min(1), entered: z.boolean() })),
      rows: z.array(
        z.object({
          label: z.string(),
          many: z.boolean(),
          bubbles: z.array(z.object({ option: z.string(), xMm: z.number(), yMm: z.number() })),
        }),
      ),
    }),
    access: marker,
    errors: ['notFound', 'refused', 'invalid'],
    changes: false,
  },
  decide: {
    summary:
      'Decide a scanned picture: the open rows of its page, or set it aside, or take it back, or correct the entry by this later picture. A decision on rows is final',
    input: scan.extend({
      decision: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('setAside') }),
        z.object({ kind: z.literal('takeBack') }),
        z.object({ kind: z.literal('correct') }),
        z.object({
          kind: z.literal('rows'),
          ticketNo,
          page,
          rows: z
            .array(z.object({ label: z.string().max(8), marked }))
            .min(1)
            .max(400),
        }),
      ]),
    }),
    output: z.object({ state: z.enum(scanStates), entered: z.int() }),
    access: marker,
    errors: ['notFound', 'refused', 'invalid'],
    changes: true,
  },
  enter: {
    summary:
      'Enter complete cards as the first entry, with the points that people gave for written questions outside boxes: all rows or none. The points of boxes come from the marks',
    input: z.object({
      planId: id,
      rows: z
        .array(z.object({ ticketNo, writtenPoints: z.number().min(0).max(1000).multipleOf(0.5) }))
        .min(1)
        .max(2000),
    }),
    output: z.object({ entered: z.int() }),
    access: marker,
    errors: ['notFound', 'refused', 'invalid'],
    changes: true,
  },
});
