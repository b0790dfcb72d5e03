import { coursewareResource } from '../../../../sync/contract/learning/courseware.ts';
import { uploadKinds, type UploadKind } from '../../../../sync/contract/platform/upload.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { type Caller, type Handlers, refuse, refuseField, say } from '../../../http/handler.ts';
import type { MediaTickets } from '../../../http/media-ticket.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import { changeResource, type ChangeDeps, type ResourceChangeState } from '../../../resources/change.ts';
import { createResourceHandlers, createRowConverter } from '../../../resources/resource-handlers.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';
import { readQuestionExcerpts } from '../../bank/question/question-reads.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createUploadReads } from '../../platform/upload/upload-reads.ts';
import { coursewareFileStore, createCoursewareStore } from './courseware-store.ts';
import { isMakerOrAdmin } from '../../../http/access.ts';

type Courseware = typeof coursewareResource;
const minuteMs = 60_000;

/** Kinds of uploaded files that a courseware (piece of teaching material) of each kind accepts. */
const takes: Readonly<Record<'video' | 'audio' | 'pdf' | 'pictures' | 'slides', (kind: UploadKind) => boolean>> = {
  video: (kind) => kind === 'mp4' || kind === 'webm',
  audio: (kind) => uploadKinds[kind].family === 'media',
  pdf: (kind) => kind === 'pdf',
  pictures: (kind) => uploadKinds[kind].family === 'image',
  slides: (kind) => kind === 'pdf' || uploadKinds[kind].family === 'image',
};
const isPdf = (kind: UploadKind): boolean => kind === 'pdf';

const messages = {
  notFound: () => say('没有这个课件', 'This lesson does not exist'),
  notYours: () => say('只有制作人和学校管理员可以修改', 'Only its creator and school administrators can change it'),
  fileUnknown: () => say('没有这个文件，请重新上传', 'This file does not exist. Upload it again'),
  fileMissing: () => say('请先上传文件', 'Upload a file first'),
  oneFile: () => say('这种课件只有一个文件', 'A lesson of this kind has only one file'),
  fileKind: () => say('文件与课件类型不符', 'The file does not fit the kind of lesson'),
  textMissing: () => say('请写正文', 'Write the text'),
  linkMissing: () => say('请填写网址', 'Enter the address'),
  tooLong: (minutes: number) => say(`时长不能超过 ${minutes} 分钟`, `It can last at most ${minutes} minutes`),
  durationMissing: () =>
    say('读不出时长，浏览器可能放不了这个文件', 'The length could not be read. Browsers may not be able to play this file'),
  pagesMissing: () => say('读不出页数，文件可能已损坏', 'The number of pages could not be read. The file may be damaged'),
  slidesMixed: () => say('幻灯片要么是一个 PDF，要么是若干图片', 'Slides must be either one PDF or pictures'),
  questionsMissing: () => say('请选题目', 'Choose questions'),
  questionTwice: () => say('同一道题选了两次', 'A question was chosen twice'),
  questionUnknown: () => say('有题目不在本校题库里，或者没有启用', "Some questions are not in your school's bank, or not in use"),
  inCourses: (count: number) =>
    say(
      `${count} 门课程在用，请先从课程里移出`,
      `${count} ${count === 1 ? 'course uses' : 'courses use'} this lesson. Remove it there first`,
    ),
};

/** Refuses courseware of other teachers, and a draft that lacks what its kind needs, such as files, a link or a text. */
async function checkDraft(
  draft: ResourceDraft<Courseware>,
  { tx, before, caller }: ResourceChangeState<Courseware>,
  objects: ObjectStore,
): Promise<void> {
  if (before !== undefined && !isMakerOrAdmin(before.makerId, caller)) refuse('refused', messages.notYours());
  const { kind, files } = draft;
  if (kind === 'quiz') return checkQuiz(draft.questionIds, { tx, caller });
  if (kind === 'article' || kind === 'link') {
    if (kind === 'link') return draft.link === '' ? refuseField('invalid', 'link', messages.linkMissing()) : undefined;
    return draft.body.replaceAll(/<[^>]*>|\s/g, '') === '' ? refuseField('invalid', 'body', messages.textMissing()) : undefined;
  }
  if (files.length === 0) refuseField('invalid', 'files', messages.fileMissing());
  if (files.length > 1 && kind !== 'pictures' && kind !== 'slides' && kind !== 'file') refuseField('invalid', 'files', messages.oneFile());
  const uploadedFiles = await createUploadReads(tx, objects).ofSchool(
    files.map((file) => file.url),
    caller.schoolId,
  );
  const unknown = files.findIndex((file) => !uploadedFiles.has(file.url));
  if (unknown >= 0) refuseField('notFound', 'files', messages.fileUnknown());
  const kinds = [...uploadedFiles.values()].map((file) => file.kind);
  if (kind !== 'file' && !kinds.every(takes[kind])) refuseField('invalid', 'files', messages.fileKind());
  if (kind === 'slides' && kinds.length > 1 && kinds.some(isPdf)) refuseField('invalid', 'files', messages.slidesMixed());
  if ((kind === 'pdf' || kind === 'slides') && kinds.some(isPdf) && draft.pages === 0)
    refuseField('invalid', 'files', messages.pagesMissing());
  if (kind !== 'video' && kind !== 'audio') return;
  if (draft.durationMs === 0) refuseField('invalid', 'files', messages.durationMissing());
  const { minutes } = await createSchoolReads(tx).coursewareLimits(caller.schoolId);
  if (draft.durationMs > minutes * minuteMs) refuseField('invalid', 'files', messages.tooLong(minutes));
}

/** Refuses a quiz without questions, with a question twice, or with a question that is not in use in the school's own bank. */
async function checkQuiz(ids: readonly number[], { tx, caller }: Pick<ResourceChangeState<Courseware>, 'tx' | 'caller'>): Promise<void> {
  if (ids.length === 0) refuseField('invalid', 'questionIds', messages.questionsMissing());
  if (new Set(ids).size < ids.length) refuseField('invalid', 'questionIds', messages.questionTwice());
  if ((await readQuestionExcerpts(tx, caller.schoolId, ids)).size < ids.length)
    refuseField('notFound', 'questionIds', messages.questionUnknown());
}

const countPages = ({ kind, files, pages, questionIds }: ResourceDraft<Courseware>): number => {
  if (kind === 'quiz') return questionIds.length;
  if (kind === 'pictures' || (kind === 'slides' && !files.some((file) => file.url.endsWith('.pdf')))) return files.length;
  return kind === 'pdf' || kind === 'slides' ? pages : 0;
};

/** Clears the fields that only other kinds of courseware use, and counts the pages. */
const tidy = (draft: ResourceDraft<Courseware>): ResourceDraft<Courseware> => ({
  ...draft,
  files: draft.kind === 'article' || draft.kind === 'link' || draft.kind === 'quiz' ? [] : draft.files,
  questionIds: draft.kind === 'quiz' ? draft.questionIds : [],
  poster: draft.kind === 'video' ? draft.poster : '',
  body: draft.kind === 'article' ? draft.body : '',
  link: draft.kind === 'link' ? draft.link : '',
  captions: draft.kind === 'video' ? draft.captions : '',
  durationMs: draft.kind === 'video' || draft.kind === 'audio' ? draft.durationMs : 0,
  pages: countPages(draft),
});

interface Deps extends ChangeDeps {
  readonly tickets: MediaTickets;
  readonly objects: ObjectStore;
}

/** The school's library of courseware, which courses share. */
export function createCoursewareHandlers(deps: Deps): Handlers<'courseware'> {
  const { db, clock, tickets, objects } = deps;
  const library = createResourceStore(db, coursewareResource, coursewareFileStore);
  const store = createCoursewareStore(db);

  const loadListValues = async (rows: readonly StoredResource<Courseware>[], caller: Caller) => {
    const names = await createUserReads(db).names(rows.map((row) => row.makerId));
    const counts = await store.courseCounts(rows.map((row) => row.id));
    const stems = await readQuestionExcerpts(
      db,
      caller.schoolId,
      rows.flatMap((row) => row.questionIds),
    );
    return (row: StoredResource<Courseware>) => ({
      makerName: names.get(row.makerId) ?? '',
      sizeBytes: row.files.reduce((sum, file) => sum + file.sizeBytes, 0),
      courseCount: counts.get(row.id) ?? 0,
      questions: row.questionIds.map((id) => ({ id, stem: stems.get(id) ?? null })),
      mine: isMakerOrAdmin(row.makerId, caller),
    });
  };

  return {
    ...createResourceHandlers(deps, library, {
      shown: loadListValues,
      async checkRemoval(before, { tx, caller }) {
        if (!isMakerOrAdmin(before.makerId, caller)) refuse('refused', messages.notYours());
        const courses = (await createCoursewareStore(tx).courseCounts([before.id])).get(before.id) ?? 0;
        if (courses > 0) refuse('refused', messages.inCourses(courses));
      },
    }),

    add: (draft, context) =>
      changeResource(deps, library, context, null, async (now) => {
        await checkDraft(draft, now, objects);
        return { ...tidy(draft), makerId: now.caller.userId };
      }),

    modify: ({ id, version, ...draft }, context) =>
      changeResource(deps, library, context, { id, version }, async (now) => {
        await checkDraft(draft, now, objects);
        return tidy(draft);
      }),

    async getListByIds({ ids }, { caller }) {
      return { items: await createRowConverter<Courseware>({ shown: loadListValues })(await library.byIds(caller.schoolId, ids), caller) };
    },

    async getSources({ id }, { caller }) {
      const courseware = await library.byId(caller.schoolId, id);
      if (courseware === undefined) refuse('notFound', messages.notFound());
      const untilMs = tickets.untilMs(clock.nowMs());
      return { files: courseware.files.map((file) => ({ ...file, src: tickets.addressOf(file.url, caller.userId, untilMs) })), untilMs };
    },
  };
}
