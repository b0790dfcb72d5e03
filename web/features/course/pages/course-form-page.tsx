import { ArrowDown, ArrowUp, GripVertical, IndentDecrease, IndentIncrease, Plus, Trash2 } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { courseCalls } from '../../../../sync/contract/learning/course.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormFailure } from '../../../platform/forms/form-frame.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useResourceForm } from '../../../platform/forms/resource-form.tsx';
import { cn } from '../../../lib/cn.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { DraftChip, DraftRestored } from '../../../ui/form/draft-note.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { formatFilmTime, LessonIcon } from '../../../ui/entity/lesson-look.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { courseResourceCalls } from '../course-resource-calls.ts';
import { type CoursewareRow, useCourse, useCoursewares, useUploadLimits } from '../course-queries.ts';
import { dropSection, indentSection, getNextSectionId, formatSectionNumbers, stepSection } from '../outline.ts';
import { ExportCourse } from '../parts/course-package-buttons.tsx';
import { ExportScorm } from '../parts/scorm-button.tsx';
import { PublishingChip } from '../parts/publishing-chip.tsx';
import { CourseListPage } from './course-list-page.tsx';
import { formatBytes } from '../../../lib/format-number.ts';
import { Progress } from '../../../ui/primitives/progress.tsx';

type SavedCourse = CallOutput<typeof courseCalls.getById>;

/** Edits the sections of a course and their contents. Without an id in the address it lists the courses. */
export function CourseFormPage() {
  const { id } = useParams();
  const { data, error, refetch, isFetching } = useCourse(id === undefined ? null : Number(id));
  if (id === undefined) return <CourseListPage />;
  return data === undefined ? (
    <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />
  ) : (
    <Outline key={id} saved={data} isNewest={!isFetching} />
  );
}

/** `isNewest`: false while the course is being loaded again. Only the newest version may be published. */
function Outline({ saved, isNewest }: { saved: SavedCourse; isNewest: boolean }) {
  const { t } = useTranslation('learning');
  const { t: say } = useTranslation(['resource', 'words']);
  const mayChange = useCanChangeData() && saved.mine;
  const { form, draft, busy, error, reset, send, discard, newest } = useResourceForm(courseResourceCalls, saved, {
    savedText: say('words:saved'),
    onSaved: () => undefined,
  });
  const sections = form.watch('sections');
  const coursewares = useCoursewares(sections.flatMap((section) => section.items)).data ?? new Map<number, CoursewareRow>();
  const set = (next: SavedCourse['sections']) => form.setValue('sections', next, { shouldDirty: true });
  const editing: OutlineEditing = { sections, set, mayChange };
  const drag = useSectionDrag(editing);
  const numbers = formatSectionNumbers(sections);
  const isChanged = JSON.stringify(sections) !== JSON.stringify(saved.sections);
  // The highlighted button is the next step: adding a section while the course has none, then publishing.
  const hasNext = sections.length > 0;
  const add = () => set([...sections, { sid: getNextSectionId(sections), depth: 1, title: t('newSection'), items: [] }]);
  const addButton = mayChange && (
    <Button size="sm" variant={hasNext ? 'outline' : 'primary'} repeats onClick={add}>
      <Plus aria-hidden />
      {t('addSection')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={saved.title}
        titleExtra={
          <>
            <PublishingChip status={saved.status} />
            <DraftChip draft={draft} />
          </>
        }
        actions={<CourseActions saved={saved} isNewest={isNewest} isChanged={isChanged} hasNext={hasNext} busy={busy} onSave={send} />}
      />
      <DraftRestored draft={{ restored: draft.restored, isOpenElsewhere: draft.isOpenElsewhere, discard }} />
      <FormFailure error={error} conflictChoices={{ draft, newest, reset }} />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_300px]">
        <Panel
          title={t('outlineOf', { sections: sections.length, lessons: sections.flatMap((one) => one.items).length })}
          aside={addButton}
        >
          {sections.length === 0 && <EmptyState title={t('noSections')} action={addButton} />}
          <ol>
            {sections.map((section, at) => (
              <OutlineSection key={section.sid} section={section} at={at} number={numbers[at]} editing={editing} drag={drag}>
                <SectionContents section={section} saved={saved} coursewares={coursewares} mayChange={mayChange} />
              </OutlineSection>
            ))}
          </ol>
          {mayChange && sections.length > 0 && <p className="border-t px-3.5 py-2 text-[13px] text-muted-foreground">{t('outlineKeys')}</p>}
        </Panel>
        <CourseLimits
          coursewares={[...coursewares.values()].filter((one) => sections.some((section) => section.items.includes(one.id)))}
          saved={saved}
        />
      </div>
    </div>
  );
}

interface CourseActionsProps {
  saved: SavedCourse;
  isNewest: boolean;
  /** True if the outline has changes that are not saved. */
  isChanged: boolean;
  /** True if the course has sections, so that saving or publishing is the next step. */
  hasNext: boolean;
  busy: boolean;
  onSave: () => void;
}

/** Offers the actions on the course as a whole: figures, export, cover, save, publish and withdraw. */
function CourseActions({ saved, isNewest, isChanged, hasNext, busy, onSave }: CourseActionsProps) {
  const { t } = useTranslation(['learning', 'words']);
  const mayChange = useCanChangeData() && saved.mine;
  const invalidate = useInvalidate();
  const setStatus = useAction({
    mutationFn: (event: 'publish' | 'withdraw') => makeCall('/course/setStatus', { id: saved.id, version: saved.version, event }),
    onSuccess: (_done, event) => toast.success(t(event === 'publish' ? 'published' : 'withdrawn')),
    onSettled: () => invalidate('/course'),
  });
  return (
    <>
      <LinkButton to={`/teacher/course/figures/${saved.id}`}>{t('figures')}</LinkButton>
      <ExportCourse course={saved} />
      <ExportScorm course={saved} />
      {mayChange && (
        <>
          <LinkButton to={`/teacher/course/assets/create/${saved.id}`}>{t('cover')}</LinkButton>
          <Button variant={isChanged ? 'primary' : 'outline'} busy={busy} onClick={onSave}>
            {t('words:save')}
          </Button>
          {saved.status === 1 ? (
            <Button variant="seal" busy={setStatus.isPending} onClick={() => setStatus.mutate('withdraw')}>
              {t('withdraw')}
            </Button>
          ) : (
            <Button
              variant={isChanged || !hasNext ? 'outline' : 'primary'}
              disabled={isChanged || !isNewest}
              busy={setStatus.isPending}
              onClick={() => setStatus.mutate('publish')}
            >
              {t('publish')}
            </Button>
          )}
        </>
      )}
    </>
  );
}

/** The outline while the user edits it. */
interface OutlineEditing {
  readonly sections: SavedCourse['sections'];
  readonly set: (next: SavedCourse['sections']) => void;
  readonly mayChange: boolean;
}

/** Moves a section by drag and drop to a place before or after another one. */
function useSectionDrag({ sections, set }: OutlineEditing) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<{ readonly sid: number; readonly isAfter: boolean } | null>(null);
  const end = (): void => {
    setDragged(null);
    setTarget(null);
  };
  return {
    /** Section that the pointer is over, and whether a drop would go after it. */
    target,
    start: (sid: number) => setDragged(sid),
    end,
    moveOver: (event: DragEvent<HTMLElement>, sid: number) => {
      if (dragged === null) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      setTarget({ sid, isAfter: event.clientY > top + height / 2 });
    },
    dropAt: (at: number) => {
      if (dragged !== null && target !== null) set(dropSection(sections, dragged, at, target.isAfter));
      end();
    },
  };
}

/** Returns the outline after a key that moves or indents a section; null for any other key. */
function moveByKey(event: KeyboardEvent, sections: SavedCourse['sections'], sid: number): SavedCourse['sections'] | null {
  if (!event.altKey) return null;
  if (event.key === 'ArrowUp') return stepSection(sections, sid, -1);
  if (event.key === 'ArrowDown') return stepSection(sections, sid, 1);
  if (event.key === 'ArrowRight') return indentSection(sections, sid, 1);
  return event.key === 'ArrowLeft' ? indentSection(sections, sid, -1) : null;
}

interface OutlineSectionProps {
  section: SavedCourse['sections'][number];
  /** Index of the section in the outline. */
  at: number;
  number: string | undefined;
  editing: OutlineEditing;
  drag: ReturnType<typeof useSectionDrag>;
  /** The contents of the section. */
  children: ReactNode;
}

/** Edits the title, place and depth of one section. */
function OutlineSection({ section, at, number, editing, drag, children }: OutlineSectionProps) {
  const { t } = useTranslation('learning');
  const { sections, set, mayChange } = editing;
  const { target } = drag;
  return (
    <li
      className={cn(
        'border-b last:border-0',
        target?.sid === section.sid &&
          (target.isAfter ? 'shadow-[inset_0_-2px_0_var(--primary)]' : 'shadow-[inset_0_2px_0_var(--primary)]'),
      )}
      onDragOver={(event) => drag.moveOver(event, section.sid)}
      onDrop={() => drag.dropAt(at)}
    >
      <div className="flex items-center gap-2 bg-muted/50 px-2.5 py-1.5" style={{ paddingLeft: `${0.6 + (section.depth - 1) * 1.4}rem` }}>
        {mayChange && (
          <span draggable onDragStart={() => drag.start(section.sid)} onDragEnd={drag.end} className="cursor-grab text-muted-foreground">
            <GripVertical aria-hidden className="size-4" />
          </span>
        )}
        <span className="num w-10 shrink-0 text-[13px] text-muted-foreground">{number}</span>
        <Input
          aria-label={t('sectionTitle', { number })}
          className="h-8 grow border-transparent bg-transparent font-semibold"
          readOnly={!mayChange}
          value={section.title}
          onKeyDown={(event) => {
            const next = moveByKey(event, sections, section.sid);
            if (next === null) return;
            event.preventDefault();
            set(next);
          }}
          onChange={(event) => set(sections.map((one) => (one.sid === section.sid ? { ...one, title: event.target.value } : one)))}
        />
        {mayChange && (
          <span className="flex shrink-0">
            {(
              [
                ['moveUp', ArrowUp, () => stepSection(sections, section.sid, -1)],
                ['moveDown', ArrowDown, () => stepSection(sections, section.sid, 1)],
                ['lessDeep', IndentDecrease, () => indentSection(sections, section.sid, -1)],
                ['deeper', IndentIncrease, () => indentSection(sections, section.sid, 1)],
                ['removeSection', Trash2, () => sections.filter((one) => one.sid !== section.sid)],
              ] as const
            ).map(([label, Icon, next]) => (
              <Button key={label} variant="ghost" size="iconSm" aria-label={t(label, { number })} onClick={() => set(next())}>
                <Icon aria-hidden />
              </Button>
            ))}
          </span>
        )}
      </div>
      {children}
    </li>
  );
}

interface SectionContentsProps {
  section: SavedCourse['sections'][number];
  saved: SavedCourse;
  coursewares: ReadonlyMap<number, CoursewareRow>;
  mayChange: boolean;
}

/** Lists the courseware of one section, with a link to choose it. */
function SectionContents({ section, saved, coursewares, mayChange }: SectionContentsProps) {
  const { t } = useTranslation('learning');
  return (
    <ul>
      {section.items.map((id) => {
        const one = coursewares.get(id);
        return (
          <li
            key={id}
            className="flex items-center gap-2.5 border-t px-3.5 py-2 text-sm"
            style={{ paddingLeft: `${3 + section.depth * 1.4}rem` }}
          >
            {one !== undefined && <LessonIcon kind={one.kind} />}
            <span className="grow">{one?.title ?? '…'}</span>
            <span className="num text-muted-foreground">
              {one === undefined
                ? ''
                : one.durationMs > 0
                  ? formatFilmTime(one.durationMs)
                  : one.pages > 0
                    ? t(one.kind === 'quiz' ? 'questionCount' : 'pages', { count: one.pages })
                    : ''}
            </span>
          </li>
        );
      })}
      {mayChange && (
        <li className="border-t px-3.5 py-1.5" style={{ paddingLeft: `${3 + section.depth * 1.4}rem` }}>
          {saved.sections.some((one) => one.sid === section.sid) ? (
            <Link
              className="text-sm text-primary underline-offset-4 hover:underline"
              to={`/teacher/course/section-courseware/${saved.id}/${section.sid}`}
            >
              {t('chooseCourseware')}
            </Link>
          ) : (
            <span className="text-[13px] text-muted-foreground">{t('saveFirst')}</span>
          )}
        </li>
      )}
    </ul>
  );
}

/** Shows the course's duration and size against the school's limits, and the classes that take it. */
function CourseLimits({ coursewares, saved }: { coursewares: readonly CoursewareRow[]; saved: SavedCourse }) {
  const { t } = useTranslation('learning');
  const { data: limits } = useUploadLimits();
  const minutes = Math.ceil(coursewares.reduce((sum, one) => sum + one.durationMs, 0) / 60_000);
  const bytes = coursewares.reduce((sum, one) => sum + one.sizeBytes, 0);
  const row = 'flex items-baseline justify-between gap-3 text-sm';
  return (
    <div className="flex flex-col gap-3.5">
      <Panel title={t('limits')} bodyClassName="flex flex-col gap-3 p-3.5">
        <div className={row}>
          <span>{t('wholeLength')}</span>
          <span className="num">{t('minutesOf', { minutes, most: limits?.minutes ?? '…' })}</span>
        </div>
        <Progress label={t('wholeLength')} value={limits === undefined ? 0 : minutes / Math.max(1, limits.minutes)} />
        <div className={row}>
          <span>{t('takeAlongSize')}</span>
          <b className="num whitespace-nowrap">{formatBytes(bytes)}</b>
        </div>
        <div className={row}>
          <span>{t('roomLeft')}</span>
          <b className="num whitespace-nowrap">{limits === undefined ? '…' : formatBytes(limits.freeBytes)}</b>
        </div>
      </Panel>
      <Panel title={t('assigned')} bodyClassName="flex flex-col gap-1.5 p-3.5 text-sm">
        <p>{[t('assignedClasses', { count: saved.classes.length }), t('assignedPeople', { count: saved.learnerCount })].join(' · ')}</p>
        <p className="text-[13px] text-muted-foreground">{t('hourRule', { minutes: saved.hourMinutes })}</p>
      </Panel>
    </div>
  );
}
