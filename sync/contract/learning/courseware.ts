import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { newCategoryPath } from '../bank/category.ts';
import type { RowAccess } from '../row-rights.ts';
import { epochMs, id, listOutput, richText, shortText } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';
import { courseSourceFile, uploadedFile, uploadedPicture } from '../platform/upload.ts';

const staff = ['school', 'teacher'] as const;

export const coursewareKinds = ['video', 'audio', 'pdf', 'pictures', 'slides', 'quiz', 'article', 'link', 'file'] as const;
export type CoursewareKind = (typeof coursewareKinds)[number];

/** Private addresses are refused: otherwise a learner's browser would send requests to machines inside the school's network. */
const privateHost = /^(?:localhost|.*\.local|.*\.internal|0|127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.|$)|^\[/i;
const isPublicAddress = (text: string): boolean => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return !privateHost.test(hostname) && hostname.includes('.') && username === '' && password === '';
};

export const coursewareResource = defineResource({
  name: 'courseware',
  words: ['课件', 'Courseware'],
  of: 'school',
  title: 'title',
  fields: {
    title: { words: ['课件名称', 'Title'], is: shortText.max(120), blank: '', example: '星—三角降压起动', search: true, sort: true },
    kind: { words: ['类型', 'Kind'], is: z.enum(coursewareKinds), blank: 'video', example: 'article', filter: true },
    category: { words: ['分类', 'Category'], is: newCategoryPath, blank: '', example: '低压电器', filter: true },
    files: { words: ['文件', 'Files'], is: z.array(uploadedFile).max(60), blank: [], example: [], storedAs: 'ownTables' },
    body: { words: ['正文', 'Text'], is: richText(200_000), blank: '', example: '<p>KMY 与 KM△ 必须互锁。</p>' },
    link: {
      words: ['网址', 'Address'],
      is: z
        .string()
        .trim()
        .max(500)
        .refine((text) => text === '' || isPublicAddress(text), { message: 'must be a public address' }),
      blank: '',
      example: '',
    },
    /** Subtitles as WebVTT. */
    captions: { words: ['字幕', 'Captions'], is: z.string().max(400_000), blank: '', example: '' },
    /** Length of a video or audio in milliseconds. */
    durationMs: { words: ['时长', 'Length'], is: z.int().min(0).max(360_000_000), blank: 0, example: 0, sort: true },
    /** Picture shown until a video plays. */
    poster: { words: ['封面', 'Cover'], is: uploadedPicture, blank: '', example: '' },
    /** Questions of the school's bank, in the order of the quiz. */
    questionIds: { words: ['题目', 'Questions'], is: z.array(id).max(100), blank: [], example: [], storedAs: 'json' },
    /** Number of pages of a PDF, or of pictures or questions. */
    pages: { words: ['页数', 'Pages'], is: z.int().min(0).max(5_000), blank: 0, example: 0 },
    note: { words: ['备注', 'Note'], is: z.string().trim().max(300), blank: '', example: '' },
    makerId: { words: ['制作人', 'Created by'], is: z.int().min(0), blank: 0, example: 0, by: 'call' },
  },
  shown: {
    makerName: { words: ['制作人', 'Created by'], is: z.string() },
    sizeBytes: { words: ['大小', 'Size'], is: z.int() },
    /** Number of courses that include the courseware. */
    courseCount: { words: ['所在课程', 'Used in courses'], is: z.int() },
    /** Beginning of each quiz question; null if the question is no longer in use. */
    questions: { is: z.array(z.object({ id, stem: z.string().nullable() })) },
    mine: { is: z.boolean() },
  },
});

const calls = defineResourceCalls(coursewareResource, { read: staff, change: staff });

/** A question in a quiz reveals its key to learners, so the caller needs the right to its key. */
const quizQuestions = [{ of: 'question', act: 'keys', at: 'questionIds.*' }] as const satisfies readonly RowAccess[];

export const coursewareCalls = defineCalls('courseware', {
  ...calls,
  add: { ...calls.add, rows: quizQuestions },
  modify: { ...calls.modify, rows: quizQuestions },
  getList: { ...calls.getList, output: listOutput(calls.getById.output.omit({ body: true, captions: true })) },
  getListByIds: {
    summary: 'Courseware by its ids, as courses show it; what is gone or of another school is left out',
    input: z.object({ ids: z.array(id).max(2_000) }),
    output: z.object({ items: z.array(calls.getById.output.omit({ body: true, captions: true })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  getSources: {
    summary: 'Where the files of one courseware open for the caller',
    input: z.object({ id }),
    output: z.object({ files: z.array(courseSourceFile), untilMs: epochMs }),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
});
