import { useEffect, useRef, useState } from 'react';
import { Controller, FormProvider, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { type QuestionBank, questionStatus, sectionType } from '../../../../sync/contract/codes.ts';
import { rubricTypes } from '../../../../sync/contract/bank/question-body.ts';
import { isSameJson } from '../../../lib/draft/draft.ts';
import { requestHeldText } from '../../../lib/held-text.ts';
import { getStepOfKey, useSaveKeys } from '../question-keys.ts';
import { PendingUploads } from '../../../lib/files/pending-uploads.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { useDraftForm } from '../../../platform/forms/use-saved-form.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { DraftRestored } from '../../../ui/form/draft-note.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useBlockedChanges } from '../../../ui/form/use-blocked-changes.ts';
import { useLeaveConfirmation } from '../../../ui/form/use-leave-confirmation.ts';
import { createErrorFinder } from '../import/error-finder.ts';
import { createNextForm, questionTypes, type QuestionFormValues } from '../question-form-values.ts';
import type { QuestionDetail } from '../question-queries.ts';
import { QuestionUploadContext } from '../import/question-upload.ts';
import { useNewerVersion } from '../use-newer-version.ts';
import { usePastedQuestion } from '../use-pasted-question.ts';
import { type AfterSaveStep, useQuestionSave } from '../use-question-save.ts';
import { useSubmittedStatus } from '../use-submitted-status.ts';
import { BlankFields } from './blank-fields.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { FieldErrorNote } from './field-error-note.tsx';
import { ClassificationFields } from './classification-fields.tsx';
import { MaterialField } from './material-field.tsx';
import { type TextPictureState, QuestionFormHead } from './question-form-head.tsx';
import { OrderFields, PairFields } from './place-fields.tsx';
import { RubricFields } from './rubric-fields.tsx';
import { TwinsStrip } from './twins-strip.tsx';
import { pointFilter } from '../point-filter.ts';

/** Returns the query string of the form for the next question of a series, filed like the last one. */
const createNextQuery = ({ type, category, profId, level, pointCode }: QuestionFormValues) =>
  new URLSearchParams({
    type: String(type),
    ...(category !== '' && { category }),
    ...(profId !== null && level !== null && pointCode !== '' && { point: pointFilter.write({ profId, level, pointCode }) }),
  });

interface QuestionFormProps {
  /** Null for a new question. */
  saved: QuestionDetail | null;
  bank: QuestionBank;
  initial: QuestionFormValues;
  /** Address of the list. */
  base: string;
}

export function QuestionForm({ saved, bank, initial, base }: QuestionFormProps) {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const name = `question.${saved?.id ?? `new-${bank}`}`;
  const { form, draft } = useDraftForm<QuestionFormValues>(name, saved?.version, { initial });
  const page = useRef<HTMLFormElement>(null);
  const written = useRef<HTMLDivElement>(null);
  const focusOnStem = () => page.current?.querySelector<HTMLElement>('[role=textbox]')?.focus();
  const [uploads] = useState(() => new PendingUploads());
  const [upload] = useState(() => uploads.tracked(uploadFile));
  const [pictures, setPictures] = useState<TextPictureState>('there');
  const becomes = useSubmittedStatus();
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const { phase, failure, leavingTo, saves, ...saving } = useQuestionSave(
    name,
    saved,
    bank,
    ({ after, values }, { id, version }, forget) => {
      requestHeldText();
      const isOlder = !isSameJson(form.getValues(), values);
      toast.success(after === 'submit' ? t(`handedIn.${becomes}`) : t(isOlder ? 'savedSoFar' : 'saved'));
      if (gone.current) {
        draft.settled(values, saved === null ? undefined : version);
        return null;
      }
      if (isOlder || (after === 'stay' && saved !== null)) {
        // The saved values are no longer a draft; text typed since remains one.
        draft.saved(saved === null ? undefined : version, values);
        return null;
      }
      if (after === 'next' && saved === null) {
        forget();
        draft.saved();
        form.reset(createNextForm(values));
        focusOnStem();
        return null;
      }
      forget();
      draft.done();
      if (after === 'next') return `${base}/create?${createNextQuery(values).toString()}`;
      return after === 'stay' ? `${base}/create/${id}` : `${base}/item/${id}`;
    },
  );
  useBlockedChanges(written, phase === 'held' || leavingTo !== null);
  const busy = phase === 'held' || pictures === 'awaited' || leavingTo !== null;
  const fields = failure instanceof CallFailure ? failure.fields : [];
  const faultAt = createErrorFinder(fields);
  // A version made by the user's own save is no conflict, even if its response was lost.
  const newer = useNewerVersion({
    saved,
    form,
    draft,
    busy: phase !== 'idle',
    explains: saves.explains,
    failure,
    done: () => {
      saving.forget();
      // The pressed button is gone, so move the focus to the stem.
      focusOnStem();
    },
  });
  const isDraft = saved === null || saved.status === questionStatus.draft;
  const blocker = useLeaveConfirmation(form.formState.isDirty && leavingTo === null && phase !== 'held');

  // Scroll to the first fault and focus it. Faults of the whole form are in the head, which does not scroll away.
  useEffect(() => {
    if (failure === null) return;
    const first = page.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]');
    first?.scrollIntoView({ block: 'center' });
    first?.focus();
  }, [failure]);
  useEffect(() => {
    if (leavingTo !== null) void navigate(leavingTo);
  }, [leavingTo, navigate]);

  const isAsking = useRef(false);
  const save = async (after: AfterSaveStep) => {
    if (busy || isAsking.current) return;
    if (uploads.any) {
      setPictures('awaited');
      const all = await uploads.settled();
      if (gone.current) return;
      setPictures(all ? 'there' : 'missing');
      if (!all) return;
    } else setPictures('there');
    isAsking.current = true;
    const isOwn = await saves.isReady();
    isAsking.current = false;
    if (!isOwn || gone.current) return;
    // No await between here and sending: text typed so far is included, and from now on the form is locked.
    requestHeldText();
    saving.save({ after, values: structuredClone(form.getValues()) }, draft.version);
  };

  useSaveKeys(isDraft, save);

  const type = useWatch({ control: form.control, name: 'type' });
  const pasted = usePastedQuestion(form);
  return (
    <FormProvider {...form}>
      <QuestionUploadContext value={upload}>
        <form
          ref={page}
          noValidate
          className="flex flex-col gap-3.5"
          onSubmit={(event) => {
            event.preventDefault();
            void save('open');
          }}
          onKeyDown={(event) => {
            const then = getStepOfKey(event, isDraft);
            if (then === undefined) return;
            event.preventDefault();
            if (then !== 'nothing') void save(then);
          }}
        >
          <QuestionFormHead
            saved={saved}
            draft={draft}
            base={base}
            busy={busy}
            isLate={phase === 'late' && leavingTo === null}
            pictures={pictures}
            failure={failure}
            isOthers={saves.isOthers}
            newer={newer}
            onSave={(after) => void save(after)}
            onSaveAnother={() => {
              saves.another();
              void save('open');
            }}
          />
          <div ref={written} className="flex flex-col gap-3.5">
            <DraftRestored
              draft={{
                ...draft,
                discard: () => {
                  saves.forget();
                  draft.discard();
                },
              }}
            />
            {saved?.returned != null && (
              <Strip tone="kept">{t('returnedBy', { name: saved.returned.byName, reason: saved.returned.reason })}</Strip>
            )}
            {saved !== null && saved.status === questionStatus.inUse && <Strip tone="neutral">{t('inUseHint')}</Strip>}
            <TwinsStrip id={saved?.id} bank={bank} base={base} />
            <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
              <div className="flex min-w-0 flex-col gap-3.5">
                <MaterialField />
                <Panel
                  title={t('stem')}
                  aside={
                    <Controller
                      control={form.control}
                      name="type"
                      render={({ field }) => (
                        <Select
                          aria-label={t('type')}
                          className="w-40"
                          value={String(field.value)}
                          onChange={(value) => field.onChange(Number(value))}
                          choices={questionTypes.map((each) => ({ value: String(each), label: code(`sectionType.${each}`) }))}
                        />
                      )}
                    />
                  }
                  bodyClassName="flex flex-col gap-1.5 p-3.5"
                >
                  <Controller
                    control={form.control}
                    name="stem"
                    render={({ field }) => (
                      <RichTextEditor
                        value={field.value}
                        onChange={field.onChange}
                        label={t('stem')}
                        placeholder={t(type === sectionType.fillIn ? 'stemHintBlanks' : 'stemHint')}
                        upload={upload}
                        blanks={type === sectionType.fillIn}
                        autoFocus={saved === null}
                        onPasteText={pasted.intoStem}
                        aria-invalid={faultAt('stem') === undefined ? undefined : true}
                      />
                    )}
                  />
                  <FieldErrorNote text={faultAt('stem')} />
                </Panel>
                {rubricTypes.includes(type) ? (
                  <RubricFields faultAt={faultAt} />
                ) : type === sectionType.fillIn ? (
                  <BlankFields faultAt={faultAt} />
                ) : type === sectionType.ordering ? (
                  <OrderFields faultAt={faultAt} />
                ) : type === sectionType.matching ? (
                  <PairFields faultAt={faultAt} />
                ) : (
                  <ChoiceFields faultAt={faultAt} onPasteText={pasted.intoOption} />
                )}
                <Panel title={t('analysis')} bodyClassName="p-3.5">
                  <Controller
                    control={form.control}
                    name="analysis"
                    render={({ field }) => (
                      <RichTextEditor
                        value={field.value}
                        onChange={field.onChange}
                        label={t('analysis')}
                        placeholder={t('analysisHint')}
                        upload={upload}
                      />
                    )}
                  />
                </Panel>
              </div>
              <ClassificationFields bank={bank} faultAt={faultAt} />
            </div>
          </div>
        </form>
      </QuestionUploadContext>
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title={t('leaveTitle')}
          cancel={t('stay')}
          confirm={t('leave')}
          onDone={() => {
            void invalidate('/question');
            blocker.proceed();
          }}
          onClose={() => blocker.reset()}
        >
          {t('leaveText')}
        </ConfirmDialog>
      )}
    </FormProvider>
  );
}
