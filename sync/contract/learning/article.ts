import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { newCategoryPath } from '../bank/category.ts';
import { emptyInput, epochMs, id, uniqueIdList, listOutput, richText, shortText, version } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';
import { uploadedFile, uploadedPicture } from '../platform/upload.ts';
import { publishingStatus } from './publishing.ts';

const staff = ['school', 'teacher'] as const;

/** Groups of readers that an article can be for. */
export const audiences = ['staff', 'student', 'examUser'] as const;
export type Audience = (typeof audiences)[number];

/** Phase of an article: `waiting` and `over` are published articles before and after their display window. */
export const articlePhases = ['draft', 'waiting', 'shown', 'over', 'withdrawn'] as const;
export type ArticlePhase = (typeof articlePhases)[number];

export const articleResource = defineResource({
  name: 'article',
  module: 'info',
  words: ['资讯', 'Article'],
  of: 'school',
  title: 'title',
  fields: {
    title: { words: ['标题', 'Title'], is: shortText.max(120), blank: '', example: '电工四级考前须知', search: true, sort: true },
    category: { words: ['分类', 'Category'], is: newCategoryPath, blank: '', example: '通知', filter: true },
    professionId: { words: ['职业', 'Profession'], is: id.nullable(), blank: null, example: null },
    cover: { words: ['封面', 'Cover'], is: uploadedPicture, blank: '', example: '' },
    summary: { words: ['摘要', 'Summary'], is: z.string().trim().max(300), blank: '', example: '带好证件，提前半小时到场。' },
    body: { words: ['正文', 'Text'], is: richText(200_000), blank: '', example: '<p>带好证件。</p>' },
    attachments: { words: ['附件', 'Attachments'], is: z.array(uploadedFile).max(20), blank: [], example: [], storedAs: 'json' },
    /** Start and end of the display window. Null: from publication on, or without end. */
    fromMs: { words: ['开始展示', 'Shown from'], is: epochMs.nullable(), blank: null, example: null },
    toMs: { words: ['结束展示', 'Shown until'], is: epochMs.nullable(), blank: null, example: null },
    pinned: { words: ['置顶', 'Pinned'], is: z.boolean(), blank: false, example: true, storedAs: 'flag' },
    audiences: {
      words: ['给谁看', 'Audience'],
      is: z.array(z.enum(audiences)).min(1).max(3),
      blank: ['staff', 'student', 'examUser'],
      example: ['staff', 'student'],
      storedAs: 'json',
    },
    /** True if only students and examinees of the classes in `classIds` can read the article. Staff are not affected. */
    onlyClasses: { words: ['只给部分班级', 'Selected classes only'], is: z.boolean(), blank: false, example: false, storedAs: 'flag' },
    classIds: { words: ['班级', 'Classes'], is: uniqueIdList(200), blank: [], example: [], storedAs: 'ownTables' },
    status: { words: ['状态', 'Status'], is: z.literal(Object.values(publishingStatus)), blank: 0, example: 0, by: 'call', filter: true },
    makerId: { words: ['作者', 'Author'], is: z.int().min(0), blank: 0, example: 0, by: 'call' },
  },
  shown: {
    phase: { words: ['状态', 'Status'], is: z.enum(articlePhases) },
    makerName: { words: ['作者', 'Author'], is: z.string() },
    professionName: { words: ['职业', 'Profession'], is: z.string() },
    readCount: { words: ['已读', 'Readers'], is: z.int() },
    /** True if the caller may change the article. */
    mine: { is: z.boolean() },
  },
});

const calls = defineResourceCalls(articleResource, { read: staff, change: staff });

/** A row in a reader's list of articles. */
const newsRow = z.object({
  id,
  version,
  title: z.string(),
  category: z.string(),
  cover: z.string(),
  summary: z.string(),
  pinned: z.boolean(),
  publishedMs: epochMs,
  read: z.boolean(),
});
const news = newsRow.extend({
  body: z.string(),
  attachments: z.array(uploadedFile),
  makerName: z.string(),
  professionName: z.string(),
});

/** Roles that read articles. */
const readers = ['school', 'teacher', 'marker', 'invigilator', 'student', 'examUser'] as const;

export const infoCalls = defineCalls('info', {
  ...calls,
  getList: { ...calls.getList, output: listOutput(calls.getById.output.omit({ body: true, attachments: true })) },
  setStatus: {
    summary: 'Publish an article, or take it back',
    input: z.object({ id, version, event: z.enum(['publish', 'withdraw']) }),
    output: z.object({ id, version }),
    access: staff,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
    resource: articleResource,
  },
  getReaders: {
    summary: 'Who of those an article is for has read it, and who has not',
    input: z.object({ id }),
    output: z.object({
      read: z.array(z.object({ id, name: z.string(), className: z.string(), atMs: epochMs })),
      unread: z.array(z.object({ id, name: z.string(), className: z.string() })),
    }),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  myList: {
    summary: 'The newest fifty articles that are shown to the caller, pinned ones first',
    input: emptyInput,
    output: z.object({ items: z.array(newsRow) }),
    access: readers,
    errors: [],
    changes: false,
  },
  read: {
    summary: 'One article, for its reader',
    input: z.object({ id }),
    output: news,
    access: readers,
    errors: ['notFound'],
    changes: false,
  },
  setRead: {
    summary: 'The caller has read these articles; what is not shown to them is left out',
    input: z.object({ ids: z.array(id).min(1).max(50) }),
    output: z.object({ read: z.int() }),
    access: readers,
    errors: ['notFound'],
    changes: true,
    leaderMay: true,
  },
});
