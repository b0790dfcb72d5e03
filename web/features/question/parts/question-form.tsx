import { type RefObject, useEffect, useRef, useState, useContext, useEffectEvent } from 'react';
import { Controller, FormProvider, useWatch, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate, Link } from 'react-router-dom';
import { type QuestionBank, questionStatus, sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import { rubricTypes } from '../../../../sync/contract/bank/question-body.ts';
import { isSameJson } from '../../../lib/draft/draft.ts';
import { requestHeldText } from '../../../lib/held-text.ts';
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
import { createErrorFinder, type FindErrorAt, FieldErrorNote } from './field-error-note.tsx';
import { createNextForm, questionTypes, type QuestionFormValues } from '../question-form-values.ts';
import { type QuestionDetail, useSubmittedStatus } from '../question-queries.ts';
import { QuestionUploadContext } from '../import/question-upload.ts';
import { useNewerVersion } from '../use-newer-version.ts';
import { usePastedQuestion } from '../use-pasted-question.ts';
import { type AfterSaveStep, useQuestionSave } from '../use-question-save.ts';
import { BlankFields } from './blank-fields.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { ClassificationFields } from './classification-fields.tsx';
import { type TextPictureState, QuestionFormHead } from './question-form-head.tsx';
import { OrderFields, PairFields } from './place-fields.tsx';
import { RubricFields } from './rubric-fields.tsx';
import { pointFilter } from '../detail-points.ts';
import { Plus } from 'lucide-react';
import { Button } from '../../../ui/primitives/button.tsx';
import { useDuplicates } from './duplicates-panel.tsx';

/** Returns the query string that opens the form for a next question with the same type, category, profession, level and point of the detail table. */
const createNextQuery = ({ type, category, profId, level, pointCode }: QuestionFormValues) =>
  new URLSearchParams({
    type: String(type),
    ...(category !== '' && { category }),
    ...(profId !== null && level !== null && pointCode !== '' && { point: pointFilter.write({ profId, level, pointCode }) }),
  });

interface QuestionFormProps {
  /** The question to edit; null for a new question. */
  saved: QuestionDetail | null;
  bank: QuestionBank;
  initial: QuestionFormValues;
  /** Address of the list of questions. */
  base: string;
}

export function QuestionForm({ saved, bank, initial, base }: QuestionFormProps) {
  const { t } = useTranslation(['question', 'words']);
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const name = `question.${saved?.id ?? `new-${bank}`}`;
  const { form, draft } = useDraftForm<QuestionFormValues>(name, saved?.version, { initial });
  const page = useRef<HTMLFormElement>(null);
  const editedPart = useRef<HTMLDivElement>(null);
  const focusOnStem = () => page.current?.querySelector<HTMLElement>('[role=textbox]')?.focus();
  const isUnmounted = useIsUnmounted();
  const { upload, pictures, waitForAll } = usePictureUploads(isUnmounted);
  const becomes = useSubmittedStatus();
  const { phase, failure, leavingTo, saves, ...saving } = useQuestionSave(
    name,
    saved,
    bank,
    ({ after, values }, { id, version }, forget) => {
      requestHeldText();
      const isOlder = !isSameJson(form.getValues(), values);
      toast.success(after === 'submit' ? t(`handedIn.${becomes}`) : t(isOlder ? 'savedSoFar' : 'words:saved'));
      if (isUnmounted.current) {
        draft.settled(values, saved === null ? undefined : version);
        return null;
      }
      if (isOlder || (after === 'stay' && saved !== null)) {
        // The form stays open. The saved values leave the draft; text typed after the save was sent stays in it.
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
      draft.finish();
      if (after === 'next') return `${base}/create?${createNextQuery(values).toString()}`;
      return after === 'stay' ? `${base}/create/${id}` : `${base}/item/${id}`;
    },
  );
  useBlockedChanges(editedPart, phase === 'held' || leavingTo !== null);
  const busy = phase === 'held' || pictures === 'awaited' || leavingTo !== null;
  const fields = failure instanceof CallFailure ? failure.fields : [];
  const faultAt = createErrorFinder(fields);
  // A newer version that the user's own save made is no conflict, even if the response of that save was lost.
  const newer = useNewerVersion({
    saved,
    form,
    draft,
    busy: phase !== 'idle',
    explains: saves.explains,
    failure,
    done: () => {
      saving.forget();
      // The notice about the newer version disappears with its buttons, so move the focus to the stem.
      focusOnStem();
    },
  });
  const isDraft = saved === null || saved.status === questionStatus.draft;
  const blocker = useLeaveConfirmation(form.formState.isDirty && leavingTo === null && phase !== 'held');

  useFocusOnError(page, failure);
  useEffect(() => {
    if (leavingTo !== null) void navigate(leavingTo);
  }, [leavingTo, navigate]);

  const isAsking = useRef(false);
  const save = async (after: AfterSaveStep) => {
    if (busy || isAsking.current) return;
    const areThere = waitForAll();
    if (areThere !== true && !(await areThere)) return;
    isAsking.current = true;
    const isOwn = await saves.isReady();
    isAsking.current = false;
    if (!isOwn || isUnmounted.current) return;
    // No `await` from here until the save is sent, so that the save contains all text typed so far. Sending locks the form.
    requestHeldText();
    saving.save({ after, values: structuredClone(form.getValues()) }, draft.version);
  };

  useSaveKeys(isDraft, save);

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
          <div ref={editedPart} className="flex flex-col gap-3.5">
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
            <QuestionFields bank={bank} isNew={saved === null} faultAt={faultAt} />
          </div>
        </form>
      </QuestionUploadContext>
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title={t('leaveTitle')}
          cancel={t('stay')}
          confirm={t('words:leave')}
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

/** Returns a ref that is true after the component was unmounted, for code that continues after an `await`. */
function useIsUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return isUnmounted;
}

/** Uploads the pictures in the texts of the form. */
function usePictureUploads(isUnmounted: RefObject<boolean>) {
  const [uploads] = useState(() => new PendingUploads());
  const [upload] = useState(() => uploads.tracked(uploadFile));
  const [pictures, setPictures] = useState<TextPictureState>('there');
  const settle = async (): Promise<boolean> => {
    setPictures('awaited');
    const areUploaded = await uploads.settled();
    if (isUnmounted.current) return false;
    setPictures(areUploaded ? 'there' : 'missing');
    return areUploaded;
  };
  return {
    upload,
    pictures,
    /** Returns true at once if no upload is running. Otherwise resolves to false if a picture is missing or the form was closed meanwhile. */
    waitForAll: (): true | Promise<boolean> => {
      if (uploads.any) return settle();
      setPictures('there');
      return true;
    },
  };
}

/** Scrolls to the first field with an error and focuses it. Errors of the whole form are shown at its top, which never scrolls out of view. */
function useFocusOnError(page: RefObject<HTMLFormElement | null>, failure: Error | null): void {
  useEffect(() => {
    if (failure === null) return;
    const first = page.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]');
    first?.scrollIntoView({ block: 'center' });
    first?.focus();
  }, [failure, page]);
}

interface QuestionFieldsProps {
  bank: QuestionBank;
  isNew: boolean;
  faultAt: FindErrorAt;
}

/** Edits material, stem, answer, analysis and classification of a question. */
function QuestionFields({ bank, isNew, faultAt }: QuestionFieldsProps) {
  const { t } = useTranslation('question');
  const upload = useContext(QuestionUploadContext);
  const form = useFormContext<QuestionFormValues>();
  const type = useWatch({ control: form.control, name: 'type' });
  const pasted = usePastedQuestion(form);
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-3.5">
        <MaterialField />
        <StemField type={type} isNew={isNew} fault={faultAt('stem')} onPasteText={pasted.intoStem} />
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
  );
}

interface StemFieldProps {
  type: SectionTypeCode;
  isNew: boolean;
  fault: string | undefined;
  /** Called with pasted text; returns true if it handled the text. */
  onPasteText: (text: string) => boolean;
}

/** Edits the stem, and chooses the type of the question. */
function StemField({ type, isNew, fault, onPasteText }: StemFieldProps) {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const upload = useContext(QuestionUploadContext);
  const form = useFormContext<QuestionFormValues>();
  return (
    <Panel
      title={t('stem')}
      aside={
        <Controller
          control={form.control}
          name="type"
          render={({ field }) => (
            <Select
              aria-label={t('words:questionType')}
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
            media
            blanks={type === sectionType.fillIn}
            autoFocus={isNew}
            onPasteText={onPasteText}
            aria-invalid={fault === undefined ? undefined : true}
          />
        )}
      />
      <FieldErrorNote text={fault} />
    </Panel>
  );
}

/** Edits the material that several questions share. It is rarely used, so the field appears on request. */
function MaterialField() {
  const { t } = useTranslation('question');
  const upload = useContext(QuestionUploadContext);
  const form = useFormContext<QuestionFormValues>();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && form.watch('material') === '')
    return (
      <Button size="sm" variant="ghost" className="self-start" onClick={() => setOpen(true)}>
        <Plus />
        {t('materialAdd')}
      </Button>
    );
  return (
    <Panel title={t('material')} bodyClassName="p-3.5">
      <Controller
        control={form.control}
        name="material"
        render={({ field }) => (
          <RichTextEditor
            value={field.value}
            onChange={field.onChange}
            label={t('material')}
            placeholder={t('materialHint')}
            upload={upload}
            media
            autoFocus={isOpen}
          />
        )}
      />
    </Panel>
  );
}

/** Maps a key press to a step after saving. Enter alone saves nothing, because users who type hundreds of questions press it everywhere. */
function getStepOfKey(
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key' | 'target'>,
  isDraft: boolean,
): AfterSaveStep | 'nothing' | undefined {
  const withCtrl = event.ctrlKey || event.metaKey;
  if (withCtrl && event.key.toLowerCase() === 's') return 'stay';
  if (event.key !== 'Enter') return undefined;
  if (withCtrl) return isDraft ? 'next' : 'open';
  return event.target instanceof HTMLInputElement ? 'nothing' : undefined;
}

/** Handles the save keys while no element has the focus, as right after a reload. Otherwise Ctrl+S would open the browser's save dialog. */
function useSaveKeys(isDraft: boolean, save: (then: AfterSaveStep) => unknown): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const then = event.target === document.body ? getStepOfKey(event, isDraft) : undefined;
    if (then === undefined || then === 'nothing') return;
    event.preventDefault();
    save(then);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

interface TwinsStripProps {
  /** Id of the question; undefined for a new question. */
  id: number | undefined;
  bank: QuestionBank;
  base: string;
}

/** While the user writes a question, warns if the bank already has a similar one. */
function TwinsStrip({ id, bank, base }: TwinsStripProps) {
  const { t } = useTranslation('question');
  const form = useFormContext<QuestionFormValues>();
  const [type, stem, options, steps, pairs] = form.watch(['type', 'stem', 'options', 'steps', 'pairs']);
  const texts: Partial<Record<SectionTypeCode, readonly string[]>> = {
    [sectionType.single]: options.map(({ html }) => html),
    [sectionType.multiple]: options.map(({ html }) => html),
    [sectionType.ordering]: steps.map(({ html }) => html),
    [sectionType.matching]: pairs.flatMap(({ left, right }) => [left, right]),
  };
  const filled = (texts[type] ?? []).filter((html) => html !== '').slice(0, mostTexts);
  const draftQuestion = { id, bank, stem, options: filled.map((html) => ({ html })) };
  const twins = useDuplicates(useSettled(draftQuestion), form.formState.isDirty).data?.items ?? [];
  if (twins.length === 0) return null;
  return (
    <Strip tone="kept">
      {t('twins', { count: twins.length })}
      {twins.slice(0, 3).map((twin) => (
        <Link key={twin.id} className="num ml-2 underline underline-offset-4" target="_blank" to={`${base}/item/${twin.id}`}>
          {t('twin', { id: twin.id, percent: Math.round(twin.likeness * 100) })}
        </Link>
      ))}
    </Strip>
  );
}

const settleMs = 800;
/** Maximum number of option texts that the page sends to the server in the search for similar questions. */
const mostTexts = 16;

/** Returns a value after it has not changed for a while, so that not every letter causes a call. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), settleMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
