import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate, Link } from 'react-router-dom';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DraftChip } from '../../../ui/form/draft-note.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QuestionStatusChip } from '../../../ui/entity/status-chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { FormDraft } from '../../../ui/form/use-draft.ts';
import { type QuestionDetail, useSubmittedStatus } from '../question-queries.ts';
import type { AfterSaveStep } from '../use-question-save.ts';

/** State of the pictures in the text: uploaded, being uploaded (a save waits), or failed. */
export type TextPictureState = 'there' | 'awaited' | 'missing';

interface QuestionFormHeadProps {
  saved: QuestionDetail | null;
  draft: Pick<FormDraft, 'savedMs'>;
  base: string;
  busy: boolean;
  /** True if a save has not been answered yet; the user can go on writing. */
  isLate: boolean;
  pictures: TextPictureState;
  failure: Error | null;
  /** True if another tab may have saved the form. */
  isOthers: boolean;
  newer: { readonly text: string | null; readonly loadNewer: (withMine: boolean) => Promise<void> };
  onSave: (after: AfterSaveStep) => void;
  /** Saves the form as a separate question. */
  onSaveAnother: () => void;
}

/** Shows the save buttons and the result of a save above the form; it does not scroll away. */
export function QuestionFormHead({
  saved,
  draft,
  base,
  busy,
  isLate,
  pictures,
  failure,
  isOthers,
  newer,
  onSave,
  onSaveAnother,
}: QuestionFormHeadProps) {
  const { t } = useTranslation(['question', 'ui', 'words']);
  const navigate = useNavigate();
  const becomes = useSubmittedStatus();
  const isDraft = saved === null || saved.status === questionStatus.draft;
  const isLost = failure instanceof CallFailure && failure.network;
  // An earlier save of this new question was stored, and another user has changed that question since.
  const isTaken = saved === null && failure instanceof CallFailure && failure.code === apiErrors.conflict.code;
  return (
    // Covers the padding of the scrolling container, so that nothing shows above it.
    <div className="sticky -top-[18px] z-20 -mt-[18px] -mb-2 bg-background pt-[18px] pb-2">
      <PageHeader
        title={saved === null ? t('words:questionCreate') : t('detail', { id: saved.id })}
        {...(saved === null && { description: t(`handInRule.${becomes}`) })}
        titleExtra={
          <>
            {saved !== null && <QuestionStatusChip status={saved.status} />}
            <DraftChip draft={draft} />
          </>
        }
        actions={
          <>
            <Button onClick={() => void navigate(saved === null ? base : `${base}/item/${saved.id}`)}>{t('ui:cancel')}</Button>
            {isDraft && (
              <Button disabled={busy} title={t('saveNextKeys')} onClick={() => onSave('next')}>
                {t('saveNext')}
              </Button>
            )}
            {saved === null && (
              <Button disabled={busy} onClick={() => onSave('submit')}>
                {t(`handIn.${becomes}`)}
              </Button>
            )}
            <Button type="submit" variant="primary" busy={busy} title={t('saveKeys')}>
              {t(saved === null ? 'saveDraft' : 'words:save')}
            </Button>
          </>
        }
      />
      {isLate && (
        <Strip tone="kept" live className="mt-2">
          {t('answerLate')}
        </Strip>
      )}
      {pictures !== 'there' && (
        <Strip tone={pictures === 'awaited' ? 'neutral' : 'seal'} live className="mt-2">
          {t(pictures === 'awaited' ? 'picturesFirst' : 'pictureMissing')}
        </Strip>
      )}
      {isOthers && (
        <Strip
          tone="seal"
          live
          className="mt-2"
          action={
            <Button size="sm" className="-my-1.5" onClick={onSaveAnother}>
              {t('saveAnother')}
            </Button>
          }
        >
          {t('othersSave')}
        </Strip>
      )}
      {(newer.text !== null || failure !== null) && (
        <div role="alert" className="mt-2">
          {newer.text === null ? (
            <Strip
              tone="seal"
              action={
                isTaken && (
                  <Button size="sm" className="-my-1.5" onClick={onSaveAnother}>
                    {t('saveAnother')}
                  </Button>
                )
              }
            >
              {isLost ? t('answerLost') : failure?.message}
            </Strip>
          ) : (
            <StaleNote
              text={newer.text}
              changedVersionUrl={`${base}/item/${saved?.id ?? ''}?tab=history`}
              onTakeTheirs={() => void newer.loadNewer(false)}
              onMerge={() => void newer.loadNewer(true)}
            />
          )}
        </div>
      )}
    </div>
  );
}

interface StaleNoteProps {
  /** Message on who changed the question, when, and which fields. */
  text: string;
  /** Address of the question's page with the other user's changes. */
  changedVersionUrl: string;
  onTakeTheirs: () => void;
  onMerge: () => void;
}

/**
 * Reports that another user has changed the question since this form was opened, and offers three ways: take that version, keep the own text, or
 * merge.
 */
function StaleNote({ text, changedVersionUrl: theirs, onTakeTheirs, onMerge }: StaleNoteProps) {
  const { t } = useTranslation('question');
  const { t: ui } = useTranslation('ui');
  return (
    <Strip
      tone="seal"
      action={
        <span className="-my-1.5 flex shrink-0 flex-wrap justify-end gap-2">
          <Button size="sm" onClick={onTakeTheirs}>
            {ui('takeTheirs')}
          </Button>
          <Button size="sm" onClick={onMerge}>
            {ui('takeNewest')}
          </Button>
        </span>
      }
    >
      {text}
      <Link className="ml-2 underline underline-offset-4" target="_blank" to={theirs}>
        {t('seeTheirs')}
      </Link>
    </Strip>
  );
}
