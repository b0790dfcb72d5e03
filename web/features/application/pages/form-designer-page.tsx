import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinSentences } from '../../../lib/punctuation.ts';
import { useParams } from 'react-router-dom';
import type { FormDesign, FormAnswers } from '../../../../sync/contract/applications/form-design.ts';
import { listDesignErrors, listFormErrors } from '../../../../sync/domain/applications/form-rules.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormFailure } from '../../../platform/forms/form-frame.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useResourceForm } from '../../../platform/forms/resource-form.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DraftChip, DraftRestored } from '../../../ui/form/draft-note.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { formResourceCalls } from '../application-resource-calls.ts';
import type { FormRow } from '../application-queries.ts';
import { DesignCanvas, DesignPalette } from '../parts/form/design-canvas.tsx';
import { FieldProperties } from '../parts/form/field-properties.tsx';
import { insertNewField } from '../design-edits.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { splitFormSteps } from '../form-steps.ts';
import { FilledSheet } from '../parts/form/filled-sheet.tsx';
import { FormFieldInput } from '../parts/form/form-field.tsx';
import { useNow } from '../../../ui/use-now.ts';

/** Previews the form as the applicant fills it, with its validation, or as it is printed. Input is discarded. */
function DesignPreview({ design, name, asPrint }: { design: FormDesign; name: string; asPrint: boolean }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const [answers, setAnswers] = useState<FormAnswers>({});
  const [checked, setChecked] = useState(false);
  const nowMs = useNow();
  if (asPrint) return <FilledSheet title={name} subtitle="" design={design} answers={answers} />;
  const faults = new Map(
    checked ? listFormErrors(design, answers, formatDate(nowMs)).map((fault) => [fault.path, words(fault.words)]) : [],
  );
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 rounded-xl border bg-card p-4">
      {splitFormSteps(design, answers).map((step) => (
        <section key={step.key} className="flex flex-col gap-3">
          {step.title !== '' && <h2 className="border-b pb-1 font-semibold">{step.title}</h2>}
          {step.hint !== '' && <p className="text-sm text-muted-foreground">{step.hint}</p>}
          {step.fields.map((field) => (
            <FormFieldInput
              key={field.key}
              design={design}
              field={field}
              answers={answers}
              set={(key, answer) => setAnswers((before) => ({ ...before, [key]: answer }))}
              faultAt={(path) => faults.get(path)}
              disabled={field.type === 'file' || field.type === 'picture'}
            />
          ))}
        </section>
      ))}
      <Button repeats onClick={() => setChecked(true)}>
        {t('tryCheck')}
      </Button>
    </div>
  );
}

/** Changes within this many ms form one undo step, so typing is undone in groups. */
const oneStepMs = 800;
const mostSteps = 100;

interface Steps<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
  readonly lastMs: number;
}

interface UndoControls<T> {
  /** Sets the new value and records an undo step. `apart`: never joins the step with the one before or after it. */
  readonly set: (next: T, apart?: 'apart') => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/** Adds undo and redo to `put`, which replaces the value `now`. Each is undefined if there is nothing to undo or redo. */
function useUndo<T>(now: T, put: (next: T) => void): UndoControls<T> {
  const [{ past, future, lastMs }, setSteps] = useState<Steps<T>>({ past: [], future: [], lastMs: -Infinity });
  const back = past.at(-1);
  const forth = future.at(-1);
  return {
    set(next, apart) {
      const atMs = performance.now();
      const joins = apart === undefined && atMs - lastMs < oneStepMs && past.length > 0;
      setSteps({ past: joins ? past : [...past, now].slice(-mostSteps), future: [], lastMs: apart ? -Infinity : atMs });
      put(next);
    },
    undo:
      back === undefined
        ? undefined
        : () => {
            setSteps({ past: past.slice(0, -1), future: [...future, now], lastMs: -Infinity });
            put(back);
          },
    redo:
      forth === undefined
        ? undefined
        : () => {
            setSteps({ past: [...past, now], future: future.slice(0, -1), lastMs: -Infinity });
            put(forth);
          },
  };
}

/** Designs a form: its fields, previews of screen and print, and the properties of the chosen field. */
export function FormDesignerPage() {
  const id = Number(useParams()['id'] ?? 0);
  const form = useCall('/form/getById', { id });
  if (form.data === undefined) return <LoadingState query={form} className="h-96" />;
  return <Designer key={form.data.version} saved={form.data} />;
}

const views = ['design', 'fill', 'print'] as const;

function Designer({ saved }: { saved: FormRow }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const { form, draft, busy, error, reset, send, discard, newest } = useResourceForm(formResourceCalls, saved, {
    savedText: t('designSaved'),
    onSaved: () => undefined,
  });
  const [view, setView] = useState<(typeof views)[number]>('design');
  const [at, setAt] = useState(0);
  const design: FormDesign = form.watch('design');
  const { set, undo, redo } = useUndo(design, (next: FormDesign) => form.setValue('design', next, { shouldDirty: true }));
  const setApart = (next: FormDesign) => set(next, 'apart');
  const faults = listDesignErrors(design);
  const isDirty = JSON.stringify(design) !== JSON.stringify(saved.design);
  const enact = useAction({
    mutationFn: () => makeCall('/form/enact', { id: saved.id, version: saved.version }),
    onSuccess: () => toast.success(t('enacted', { number: saved.edition + 1 })),
    onSettled: () => invalidate('/form'),
  });
  const add = (type: Parameters<typeof insertNewField>[1]) => {
    const place = Math.min(design.length, at + 1);
    setApart(insertNewField(design, type, t(`fieldTypes.${type}`), design.length === 0 ? 0 : place));
    setAt(design.length === 0 ? 0 : place);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Text fields have their own undo, so the shortcuts work only outside these.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || view !== 'design' || !mayChange) return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const key = event.key.toLowerCase();
      const step = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined;
      if (step === undefined) return;
      event.preventDefault();
      step();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title={saved.name}
        titleExtra={
          <>
            <Chip tone={saved.isSettled && !isDirty ? 'delivered' : 'kept'} mark={saved.isSettled && !isDirty ? 'dot' : 'ring'}>
              {saved.isSettled && !isDirty ? t('editionNo', { number: saved.edition }) : t('editionDraft', { number: saved.edition + 1 })}
            </Chip>
            {saved.edition > 0 && <Chip>{t('editionFrozen', { number: saved.edition, count: saved.filled })}</Chip>}
          </>
        }
        actions={
          mayChange && (
            <>
              <DraftChip draft={draft} />
              <Button busy={busy} disabled={!isDirty} onClick={send}>
                {t('saveDesign')}
              </Button>
              <Button
                variant="primary"
                disabled={isDirty || saved.isSettled || faults.length > 0}
                busy={enact.isPending}
                onClick={() => enact.mutate()}
              >
                {t('enact', { number: saved.edition + 1 })}
              </Button>
            </>
          )
        }
      />
      <DraftRestored draft={{ restored: draft.restored, isOpenElsewhere: draft.isOpenElsewhere, discard }} />
      <form data-saves onSubmit={(event) => event.preventDefault()}>
        <FormFailure error={error} conflictChoices={{ draft, newest, reset }} />
      </form>
      {faults.length > 0 && (
        <Strip tone="kept" live>
          {joinSentences(faults.map((fault) => words(fault.words)))}
        </Strip>
      )}
      <div className="grid items-start gap-3 xl:grid-cols-[11rem_minmax(0,1fr)_18rem]">
        {mayChange && <DesignPalette onAdd={add} />}
        <section className="flex min-w-0 flex-col gap-3">
          <div role="group" aria-label={t('views')} className="flex gap-1.5">
            {views.map((each) => (
              <Button
                key={each}
                size="sm"
                variant={view === each ? 'soft' : 'ghost'}
                aria-pressed={view === each}
                onClick={() => setView(each)}
              >
                {t(`designViews.${each}`)}
              </Button>
            ))}
            {mayChange && view === 'design' && (
              <span className="ml-auto flex gap-1.5">
                <Button size="iconSm" variant="ghost" aria-label={t('undo')} title={t('undo')} disabled={undo === undefined} onClick={undo}>
                  <Undo2 aria-hidden />
                </Button>
                <Button size="iconSm" variant="ghost" aria-label={t('redo')} title={t('redo')} disabled={redo === undefined} onClick={redo}>
                  <Redo2 aria-hidden />
                </Button>
              </span>
            )}
          </div>
          {view === 'design' ? (
            <DesignCanvas design={design} at={at} onChoose={setAt} set={setApart} mayChange={mayChange} onAdd={add} />
          ) : (
            <DesignPreview design={design} name={saved.name} asPrint={view === 'print'} />
          )}
        </section>
        {mayChange && view === 'design' && <FieldProperties key={design[at]?.key ?? ''} design={design} at={at} set={set} />}
      </div>
    </div>
  );
}
