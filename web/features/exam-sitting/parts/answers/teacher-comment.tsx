import { useTranslation } from '../../../../lib/i18n.ts';
import { AnnotatedAnswer, NoteList } from '../../../../ui/entity/noted-answer.tsx';
import type { TeacherItemComment } from './teacher-comments.ts';

/**
 * Shows the teacher's comment on an answer of returned homework, and the notes on passages of the answer as it was when the homework was returned.
 */
export function TeacherComment({ words: { comment, noted } }: { words: TeacherItemComment }) {
  const { t } = useTranslation(['examSitting', 'notes']);
  return (
    <>
      {comment !== '' && (
        <p role="note" className="mb-3 rounded-lg border border-primary/30 bg-primary-soft px-4 py-2.5 text-[15px] whitespace-pre-line">
          <b className="mr-2">{t('player.teacherSays')}</b>
          {comment}
        </p>
      )}
      {noted && (
        <section
          role="note"
          aria-label={t('notes:notesSaid')}
          className="mb-3 rounded-lg border border-primary/30 bg-card px-4 py-3 text-[15px]"
        >
          <h3 className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
            {t('notes:notesSaid')}
            <span className="text-[13px] font-normal text-muted-foreground">{t('notes:asWritten')}</span>
          </h3>
          <div
            role="region"
            aria-label={t('notes:asWritten')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that arrow keys scroll a long answer
            tabIndex={0}
            className="max-h-[40vh] overflow-y-auto"
          >
            <AnnotatedAnswer answer={noted.answer} notes={noted.notes} className="leading-[1.9]" />
          </div>
          <NoteList answer={noted.answer} notes={noted.notes} className="mt-2.5" />
        </section>
      )}
    </>
  );
}
