import { ChevronLeft, ChevronRight, Printer, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { addLabel } from '../../../../lib/punctuation.ts';
import { apiErrors } from '../../../../../sync/contract/errors.ts';
import type { PhotoRule } from '../../../../../sync/contract/applications/batch.ts';
import {
  type FormAnswers,
  findFieldByMeaning,
  getFileAnswers,
  getAnswerByMeaning,
} from '../../../../../sync/contract/applications/form-design.ts';
import {
  judgeByRules,
  readEligibilityFacts,
  groupReasonsByField,
  type FieldEligibilityReason,
} from '../../../../../sync/domain/applications/eligibility.ts';
import { applicationKinds, type ApplicationKind } from '../../../../../sync/domain/applications/application-machine.ts';
import { listFormErrors, listShownFields } from '../../../../../sync/domain/applications/form-rules.ts';
import { formatDate, formatDateTime } from '../../../../lib/format-time.ts';
import { useInvalidate } from '../../../../platform/api/call-query.ts';
import { CallFailure } from '../../../../platform/api/call.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { FormFailure } from '../../../../platform/forms/form-frame.tsx';
import { Button } from '../../../../ui/primitives/button.tsx';
import { DraftChip, DraftRestored } from '../../../../ui/form/draft-note.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { saveDeclaration, applicationCallsByKind, toAnswerPairs } from '../../application-calls.ts';
import type { OwnApplications } from '../../application-queries.ts';
import { type FormStep, splitFormSteps, findStepIndex } from '../../form-steps.ts';
import { useFormFilling } from '../../use-form-filling.ts';
import { hasPendingUploads, removePendingUploads } from '../../local-files.ts';
import { useLocalFormFiles } from '../../use-local-form-files.ts';
import { EligibilityList, verdictStyles } from '../offer/eligibility-list.tsx';
import { ApplicationHistory, ApplicationStatusChip } from '../application-status.tsx';
import { FormFieldInput } from './form-field.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { cn } from '../../../../lib/cn.ts';
import { maskIdNumber } from '../../../../../sync/contract/people/id-number.ts';
import { FilledSheet } from './filled-sheet.tsx';
import { ApplicantPhoto } from '../applicant-photo.tsx';
import { ConfirmDialog } from '../../../../platform/dialogs/confirm-dialog.tsx';

type FormFilling = ReturnType<typeof useFormFilling>;

interface FormFillerProps {
  kind: ApplicationKind;
  applications: OwnApplications;
  isKept: boolean;
  title: string;
  closesMs: number;
  photoRule?: PhotoRule;
  /** The student for whom staff fill in the form, with known facts about them. Absent if applicants fill in their own form. */
  student?: RepresentedStudent;
}
interface RepresentedStudent {
  readonly userId: number;
  readonly knownAnswers: FormAnswers;
  readonly onFiled: () => void;
}

/** An applicant's form: fill in, check, submit, correct and withdraw. */
export function FormFiller(props: FormFillerProps) {
  const { kind, applications: mine } = props;
  const machine = applicationKinds[kind];
  const mayWrite = machine.next(mine.own?.status ?? machine.begins, 'submit') !== undefined;
  return mayWrite ? <Filling {...props} /> : <SentForm {...props} />;
}

function Filling({ kind, applications: mine, isKept, title, closesMs, photoRule, student: behalf }: FormFillerProps) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const { offerId, design, own } = mine;
  const place = behalf === undefined ? `${kind}.${offerId}` : `${kind}.${offerId}.for.${behalf.userId}`;
  const filling = useFormFilling({
    kind,
    applications: mine,
    place,
    student: behalf,
    onSent: () => {
      toast.success(t('sent'));
      behalf?.onFiled();
    },
    onRefused: (refused) => {
      const fields = Object.fromEntries(refused.map((fault) => [fault.path.replace(/^answers\./, ''), fault.message]));
      setServerFaults(fields);
      const [first] = Object.keys(fields);
      if (first !== undefined) go(findStepIndex(steps, first));
    },
  });
  const { draft, busy, error, answers, set: setAnswer } = filling;
  const localFiles = useLocalFormFiles(place, design, answers, setAnswer);
  const [serverFaults, setServerFaults] = useState<Readonly<Record<string, string>>>({});
  const { steps, stepIndex, isLastStep, visitedSteps, top, go, visitAllSteps } = useFormSteps(design, answers);
  const step = steps[stepIndex];
  const pendingKeys = listPendingKeys(design, answers);
  const rules = mine.eligibility ?? null;
  const facts = readEligibilityFacts(design, answers);
  const today = formatDate(useNow());
  const reasons = rules === null ? undefined : groupReasonsByField(rules.rules, listShownFields(design, answers), facts, today);
  const faults = new Map<string, string>();
  for (const { path, words: errorWords } of listFormErrors(design, answers, today))
    if (!pendingKeys.has(path)) faults.set(path, words(errorWords));
  for (const path of pendingKeys) faults.set(path, t('fileFirst'));
  const isMended = (path: string): boolean => {
    const [key = ''] = path.split('.');
    return JSON.stringify(answers[key]) !== JSON.stringify(own?.answers[key]);
  };
  const faultAt = (path: string) =>
    serverFaults[path] ??
    (visitedSteps.has(findStepIndex(steps, path)) ? faults.get(path) : undefined) ??
    (isMended(path) ? undefined : own?.marks[path]);
  const keep = useSaveAtSchool(mine, answers, draft);

  const send = () => {
    visitAllSteps();
    setServerFaults({});
    const [first] = faults.keys();
    if (first !== undefined) {
      go(findStepIndex(steps, first));
      toast.error(t(faults.size === pendingKeys.size ? 'filesFirst' : 'faultsLeft', { count: faults.size }));
      return;
    }
    filling.send();
  };
  /** Returns the title of a step. Fields before the first section have the title of the form; proofs that applicants must add are the last step. */
  const titleOf = (of: FormStep | undefined) => of?.title || (of?.key === 'step-proof0' ? t('proofs') : mine.formName);
  return (
    <form
      data-saves
      noValidate
      className="mx-auto flex w-full max-w-3xl flex-col gap-3 pb-28"
      onSubmit={(event) => {
        event.preventDefault();
        if (isLastStep) send();
        else go(stepIndex + 1);
      }}
    >
      <Heading title={title} closesMs={closesMs} steps={steps.length} at={stepIndex} />
      {isKept && <Strip tone="kept">{t('offlineNote')}</Strip>}
      <DraftRestored draft={{ ...draft, discard: filling.discard }} />
      {own !== null && (own.reason !== '' || Object.keys(own.marks).length > 0) && (
        <ReturnedStrip ownForm={own} design={design} isMended={isMended} onGo={(path) => go(findStepIndex(steps, path))} />
      )}
      <Panel bodyClassName="flex flex-col gap-4 p-4">
        <h2 ref={top} tabIndex={-1} className="text-[17px] font-semibold outline-none">
          {titleOf(step)}
        </h2>
        {step?.hint !== '' && <p className="text-sm text-muted-foreground">{step?.hint}</p>}
        <div className="grid gap-4 sm:grid-cols-2">
          {step?.fields.map((field) => (
            <div key={field.key} className={field.width === 'full' ? 'sm:col-span-2' : ''}>
              <FormFieldInput
                design={design}
                field={field}
                answers={answers}
                faultAt={faultAt}
                photoRule={photoRule}
                localFiles={localFiles}
                set={(key, answer) => {
                  setServerFaults((previous) =>
                    Object.fromEntries(Object.entries(previous).filter(([path]) => path.split('.')[0] !== key)),
                  );
                  localFiles.set(key, answer);
                }}
              />
              {(visitedSteps.has(stepIndex) || (answers[field.key]?.length ?? 0) > 0) && (
                <FieldReasons label={field.label} reasons={reasons?.get(field.key) ?? []} />
              )}
            </div>
          ))}
        </div>
      </Panel>
      {isLastStep && rules !== null && (
        <Panel>
          <EligibilityList {...rules} rules={judgeByRules(rules.rules, facts, today).rules} />
        </Panel>
      )}
      {own !== null && own.steps.length > 0 && (
        <Panel title={t('history')} bodyClassName="flex flex-col items-start gap-3 p-4 [&>ol]:w-full">
          <ApplicationHistory steps={own.steps} />
          <WithdrawApplicationButton kind={kind} ownForm={own} />
        </Panel>
      )}
      <SendFailure error={error} conflictChoices={filling} />
      <div
        className={`sticky ${kind === 'declare' ? '-bottom-[18px]' : 'bottom-0'} -mx-1 flex flex-col gap-2 border-t bg-background px-1 py-3`}
      >
        <div className="min-h-6 text-[13px]">
          <DraftChip draft={draft} />
        </div>
        <StepButtons
          stepIndex={stepIndex}
          nextTitle={isLastStep ? null : titleOf(steps[stepIndex + 1])}
          keep={kind === 'declare' && behalf === undefined ? keep : null}
          isBusy={busy}
          isReturned={own !== null && Object.keys(own.marks).length > 0}
          onGo={go}
          onSend={send}
        />
      </div>
    </form>
  );
}

/** Keeps the step of the form that is shown, and the steps that were left. `go` shows a step and moves the focus to its title (`top`). */
function useFormSteps(design: OwnApplications['design'], answers: FormAnswers) {
  const [requestedStep, setRequestedStep] = useState(0);
  const [visitedSteps, setVisitedSteps] = useState<ReadonlySet<number>>(new Set());
  const top = useRef<HTMLHeadingElement>(null);
  const steps = splitFormSteps(design, answers);
  const stepIndex = Math.min(requestedStep, steps.length - 1);
  return {
    steps,
    stepIndex,
    isLastStep: stepIndex === steps.length - 1,
    visitedSteps,
    top,
    go: (to: number) => {
      setVisitedSteps((previous) => new Set([...previous, stepIndex]));
      setRequestedStep(to);
      // Move focus to the top of the next step, for screen readers too.
      requestAnimationFrame(() => top.current?.focus());
    },
    visitAllSteps: () => setVisitedSteps(new Set(steps.keys())),
  };
}

/** Returns the action that saves an unfinished declaration at the school, without its pending files. */
function useSaveAtSchool({ offerId, editionId, design, own }: OwnApplications, answers: FormAnswers, draft: FormFilling['draft']) {
  const { t } = useTranslation('application');
  const invalidate = useInvalidate();
  return useAction({
    // Save without pending files: their local URL is not a valid answer.
    mutationFn: async () => {
      const pairs = toAnswerPairs(removePendingUploads(design, answers));
      return { pairs, ...(await saveDeclaration({ offerId, editionId, pairs }, own?.version ?? null)) };
    },
    onSuccess: ({ version, pairs }) => {
      draft.saved(version, { pairs });
      toast.success(t(listPendingKeys(design, answers).size > 0 ? 'keptAtSchoolSome' : 'keptAtSchool'));
    },
    onSettled: () => invalidate('/declare'),
  });
}

/** Lists the keys of the shown fields that have files which are not uploaded yet. */
const listPendingKeys = (design: OwnApplications['design'], answers: FormAnswers): ReadonlySet<string> =>
  new Set(listShownFields(design, answers).flatMap(({ key }) => (hasPendingUploads(design, answers, key) ? key : [])));

interface ReturnedStripProps {
  ownForm: NonNullable<OwnApplications['own']>;
  design: OwnApplications['design'];
  /** Tells whether the answer at a path has changed since the form was returned. */
  isMended: (path: string) => boolean;
  /** Shows the field at a path. */
  onGo: (path: string) => void;
}

/** Says why the form was returned, and links to the fields that the reviewer marked. */
function ReturnedStrip({ ownForm, design, isMended, onGo }: ReturnedStripProps) {
  const { t } = useTranslation('application');
  return (
    <Strip tone="kept">
      <strong>{t('returnedTitle', { count: Object.keys(ownForm.marks).length })}</strong> {ownForm.reason}
      <ul className="mt-1 list-disc pl-5">
        {Object.entries(ownForm.marks).map(([path, reason]) => (
          <li key={path}>
            <button type="button" className="text-left underline underline-offset-4" onClick={() => onGo(path)}>
              {addLabel(design.find((field) => field.key === path.split('.')[0])?.label ?? '', reason)}
            </button>
            {isMended(path) && <span className="ml-2 text-delivered">✓ {t('markMended')}</span>}
          </li>
        ))}
      </ul>
    </Strip>
  );
}

/** Says why sending the form failed. Errors of single fields are shown at the fields instead. */
function SendFailure({ error, conflictChoices }: { error: FormFilling['error']; conflictChoices: FormFilling }) {
  const { t } = useTranslation('application');
  if (!(error instanceof CallFailure)) return null;
  if (error.code === apiErrors.conflict.code) return <FormFailure error={error} conflictChoices={conflictChoices} />;
  return (
    error.fields.length === 0 && (
      <div role="alert">
        <Strip tone={error.network ? 'kept' : 'seal'}>{error.network ? t('notSentYet') : error.message}</Strip>
      </div>
    )
  );
}

interface StepButtonsProps {
  stepIndex: number;
  /** Title of the next step; null on the last step, which has the button that sends the form. */
  nextTitle: string | null;
  /** Saves the unfinished form at the school; null if this form cannot be saved there. */
  keep: ReturnType<typeof useSaveAtSchool> | null;
  isBusy: boolean;
  /** True if the form was returned with marked fields. */
  isReturned: boolean;
  onGo: (stepIndex: number) => void;
  onSend: () => void;
}

function StepButtons({ stepIndex, nextTitle, keep, isBusy, isReturned, onGo, onSend }: StepButtonsProps) {
  const { t } = useTranslation('application');
  return (
    <div className="flex gap-2.5">
      <Button size="xl" repeats disabled={stepIndex === 0} onClick={() => onGo(stepIndex - 1)}>
        <ChevronLeft aria-hidden />
        {t('back')}
      </Button>
      {keep !== null && (
        <Button size="xl" busy={keep.isPending} onClick={() => keep.mutate()}>
          {t('keep')}
        </Button>
      )}
      {/* The two buttons have different React keys: while a press of one is still working, the other must accept presses. */}
      {nextTitle === null ? (
        <Button key="send" size="xl" variant="primary" className="grow" busy={isBusy} onClick={onSend}>
          {t(isReturned ? 'sendAgain' : 'send')}
        </Button>
      ) : (
        <Button key="next" size="xl" variant="primary" repeats className="min-w-0 shrink grow" onClick={() => onGo(stepIndex + 1)}>
          <span className="truncate">{t('next', { title: nextTitle })}</span>
          <ChevronRight aria-hidden />
        </Button>
      )}
    </div>
  );
}

function Heading({ title, closesMs, steps, at }: { title: string; closesMs: number; steps: number; at: number }) {
  const { t } = useTranslation('application');
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <h1 className="font-medium">{title}</h1>
        <span className="num text-muted-foreground">{t('until', { when: formatDateTime(closesMs) })}</span>
      </div>
      <ol aria-label={t('stepOf', { at: at + 1, of: steps })} className="flex gap-1.5">
        {Array.from({ length: steps }, (_, each) => (
          <li key={each} className={`h-1.5 grow rounded-full ${each < at ? 'bg-delivered' : each === at ? 'bg-primary' : 'bg-muted'}`} />
        ))}
      </ol>
      <p className="text-right text-[13px] text-muted-foreground">{t('stepOf', { at: at + 1, of: steps })}</p>
    </header>
  );
}

/** Shows the results of the eligibility rules below the field they refer to. */
function FieldReasons({ label, reasons }: { label: string; reasons: readonly FieldEligibilityReason[] }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  if (reasons.length === 0) return null;
  return (
    <ul aria-label={t('reasonsOf', { label })} className="mt-2 flex flex-col gap-1 text-[13px]">
      {reasons.map(({ rule, verdict, reason }) => {
        const { Icon, colour } = verdictStyles[verdict];
        return (
          <li key={`${rule[0]} ${reason[0]}`} className="flex items-start gap-2">
            <span
              role="img"
              aria-label={t(`verdicts.${verdict}`)}
              className={cn('mt-0.5 grid size-4 shrink-0 place-items-center rounded-full', colour)}
            >
              <Icon aria-hidden className="size-2.5" />
            </span>
            <span className="min-w-0">
              {words(rule)}
              <span className="text-muted-foreground">
                {t('reasonDash')}
                {words(reason)}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface SentFormProps {
  kind: ApplicationKind;
  applications: OwnApplications;
  title: string;
}

/** Shows a submitted form with its status and history; it can be printed and withdrawn. */
function SentForm({ kind, applications: mine, title }: SentFormProps) {
  const { t } = useTranslation('application');
  /** Version of the application that is being printed. If a newer version arrives, the page shows its status again. */
  const [printing, setPrinting] = useState<number | null>(null);
  const { own } = mine;
  if (own === null) return null;
  if (printing === own.version)
    return (
      <FilledSheet
        title={mine.formName}
        subtitle={title}
        design={mine.design}
        answers={own.answers}
        steps={own.steps}
        onBack={() => setPrinting(null)}
      />
    );
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-3">
      <SentHead kind={kind} applications={mine} title={title} />
      <Panel title={t('history')} bodyClassName="p-4">
        <ApplicationHistory steps={own.steps} />
      </Panel>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setPrinting(own.version)}>
          <Printer aria-hidden />
          {t('printForm')}
        </Button>
        <WithdrawApplicationButton kind={kind} ownForm={own} />
      </div>
    </div>
  );
}

function SentHead({ kind, applications: mine, title }: SentFormProps) {
  const { t } = useTranslation('application');
  const { own } = mine;
  if (own === null) return null;
  const { design } = mine;
  const photo = getFileAnswers(own.answers, findFieldByMeaning(design, 'photo')?.key ?? '')[0];
  const isApproved = own.status === applicationKinds[kind].approved;
  return (
    <>
      <header className="flex items-center gap-4 rounded-xl border bg-card p-3.5">
        <ApplicantPhoto url={photo?.url ?? ''} className="h-20 w-14" />
        <div className="min-w-0 grow">
          <h1 className="text-[17px] font-semibold">{getAnswerByMeaning(design, own.answers, 'name')}</h1>
          <p className="text-sm text-muted-foreground">{title}</p>
          <p className="num text-[13px] text-muted-foreground">{maskIdNumber(getAnswerByMeaning(design, own.answers, 'idNumber'))}</p>
        </div>
        <ApplicationStatusChip kind={kind} status={own.status} />
      </header>
      <Strip tone={isApproved ? 'delivered' : 'neutral'}>
        {t(isApproved ? 'approvedNote' : 'sentNote')}
        {own.waiting > 0 && ` ${t('waitingNote', { count: own.waiting })}`}
        {own.examineeTicket !== '' && ` ${t('ticketNote', { ticket: own.examineeTicket })}`}
      </Strip>
    </>
  );
}

/** Withdraws a submitted application, if its status allows that. */
export function WithdrawApplicationButton({
  kind,
  ownForm: { id, version, status },
}: {
  kind: ApplicationKind;
  ownForm: NonNullable<OwnApplications['own']>;
}) {
  const { t } = useTranslation(['application', 'words']);
  const [isAsking, setIsAsking] = useState(false);
  // An open dialog stays open after a refusal, although the new status may no longer allow a withdrawal.
  if (!isAsking && applicationKinds[kind].next(status, 'withdraw') === undefined) return null;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>
        <Undo2 aria-hidden />
        {t('words:withdraw')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('withdrawTitle')}
          confirm={t('withdrawNow')}
          run={() => applicationCallsByKind[kind].withdraw({ id, version })}
          invalidates={[`/${kind}`]}
          doneText={t('withdrawn')}
          onClose={() => setIsAsking(false)}
        >
          {t('withdrawAsk')}
        </ConfirmDialog>
      )}
    </>
  );
}
