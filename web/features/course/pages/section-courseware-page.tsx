import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate, useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { courseCalls } from '../../../../sync/contract/learning/course.ts';
import { FormFailure } from '../../../platform/forms/form-frame.tsx';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useResourceForm } from '../../../platform/forms/resource-form.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { DraftChip, DraftRestored } from '../../../ui/form/draft-note.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { formatFilmTime, LessonIcon } from '../../../ui/entity/lesson-look.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { courseResourceCalls } from '../course-resource-calls.ts';
import { useCourse, useCoursewares } from '../course-queries.ts';
import { formatSectionNumbers } from '../outline.ts';
import { CoursewareForm } from '../parts/courseware-form.tsx';

type SavedCourse = CallOutput<typeof courseCalls.getById>;

/** Edits the contents of one section, chosen from the library of learning materials. */
export function SectionCoursewarePage() {
  const { t } = useTranslation('learning');
  const { id, pid } = useParams();
  const { data, error, refetch } = useCourse(Number(id));
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  if (!data.sections.some((section) => section.sid === Number(pid))) return <ErrorState title={t('sectionGone')} />;
  return <Section key={`${id} ${pid}`} saved={data} sid={Number(pid)} />;
}

function Section({ saved, sid }: { saved: SavedCourse; sid: number }) {
  const { t } = useTranslation(['learning', 'words']);
  const { t: say } = useTranslation(['resource', 'words']);
  const navigate = useNavigate();
  const mayChange = useCanChangeData() && saved.mine;
  const [isNew, setNew] = useState(false);
  const [keyword, setKeyword] = useState('');
  const backPath = `/teacher/course/assets/form/${saved.id}`;
  const { form, draft, busy, error, reset, send, discard, newest } = useResourceForm(courseResourceCalls, saved, {
    savedText: say('words:saved'),
    onSaved: () => void navigate(backPath),
  });
  const sections = form.watch('sections');
  const at = sections.findIndex((section) => section.sid === sid);
  const items = sections[at]?.items ?? [];
  const used = new Set(sections.flatMap((section) => section.items));
  const known = useCoursewares(items).data;
  const library = useListQuery('/courseware/getList', { pageSize: 50, sort: '-updatedMs', filter: { keyword } });
  const set = (next: number[]) =>
    form.setValue(
      'sections',
      sections.map((section) => (section.sid === sid ? { ...section, items: next } : section)),
      { shouldDirty: true },
    );
  const exchange = (from: number, to: number) => {
    const [one, other] = [items[from], items[to]];
    if (one === undefined || other === undefined) return;
    set(items.with(from, other).with(to, one));
  };
  const row = 'flex items-center gap-2.5 border-b px-3.5 py-2 text-sm last:border-0';
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={`${formatSectionNumbers(sections)[at] ?? ''} ${sections[at]?.title ?? ''}`}
        description={saved.title}
        titleExtra={<DraftChip draft={draft} />}
        actions={
          <>
            <LinkButton to={backPath}>{t('backToOutline')}</LinkButton>
            {mayChange && (
              <Button variant="primary" busy={busy} onClick={send}>
                {say('words:save')}
              </Button>
            )}
          </>
        }
      />
      <DraftRestored draft={{ restored: draft.restored, isOpenElsewhere: draft.isOpenElsewhere, discard }} />
      <FormFailure error={error} conflictChoices={{ draft, newest, reset }} />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Panel title={t('inSection', { count: items.length })}>
          {items.length === 0 && <EmptyState title={t('sectionEmpty')} />}
          <ol>
            {items.map((id, where) => {
              const one = known?.get(id);
              const name = one?.title ?? '';
              return (
                <li key={id} className={row}>
                  {one !== undefined && <LessonIcon kind={one.kind} />}
                  <span className="grow">{name}</span>
                  {mayChange && (
                    <span className="flex">
                      <Button
                        variant="ghost"
                        size="iconSm"
                        disabled={where === 0}
                        aria-label={t('moveLessonUp', { name })}
                        onClick={() => exchange(where, where - 1)}
                      >
                        <ArrowUp aria-hidden />
                      </Button>
                      <Button
                        variant="ghost"
                        size="iconSm"
                        disabled={where === items.length - 1}
                        aria-label={t('moveLessonDown', { name })}
                        onClick={() => exchange(where, where + 1)}
                      >
                        <ArrowDown aria-hidden />
                      </Button>
                      <Button
                        variant="ghost"
                        size="iconSm"
                        aria-label={t('takeOut', { name })}
                        onClick={() => set(items.filter((other) => other !== id))}
                      >
                        <X aria-hidden />
                      </Button>
                    </span>
                  )}
                </li>
              );
            })}
          </ol>
        </Panel>
        {mayChange && (
          <Panel
            title={t('words:courseware')}
            aside={
              <Button size="sm" onClick={() => setNew(true)}>
                <Plus aria-hidden />
                {t('coursewareNew')}
              </Button>
            }
          >
            <div className="border-b p-2.5">
              <Input
                aria-label={t('searchLibrary')}
                placeholder={t('searchLibrary')}
                value={keyword}
                onChange={(event) => setKeyword(event.target.value)}
              />
            </div>
            {library.data === undefined && <Skeleton className="m-3.5 h-40" />}
            <ul>
              {library.data?.items.map((one) => (
                <li key={one.id} className={row}>
                  <LessonIcon kind={one.kind} />
                  <span className="grow">{one.title}</span>
                  <span className="num text-muted-foreground">{one.durationMs > 0 ? formatFilmTime(one.durationMs) : ''}</span>
                  <Button
                    size="sm"
                    repeats
                    disabled={used.has(one.id)}
                    aria-label={t('putIn', { name: one.title })}
                    onClick={() => set([...items, one.id])}
                  >
                    {t(used.has(one.id) ? 'isIn' : 'put')}
                  </Button>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
      {isNew && <CoursewareForm saved={null} onClose={() => setNew(false)} />}
    </div>
  );
}
