import { Eye, Printer, Flag, ExternalLink, Paperclip, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState, useId } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { ApplicationDetail } from '../../../../../sync/contract/applications/application.ts';
import { type ApplicationKind, applicationKinds } from '../../../../../sync/domain/applications/application-machine.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../../platform/session/can-change-data.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';
import { LoadingState } from '../../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { applicationCallsByKind } from '../../application-calls.ts';
import { applicationDetailPaths } from '../../application-queries.ts';
import { listUsualReasons } from '../../usual-reasons-table.ts';
import { EligibilityList } from '../offer/eligibility-list.tsx';
import { ApplicationStatusChip, ApplicationHistory } from '../application-status.tsx';
import { FilledSheet } from '../form/filled-sheet.tsx';
import { findApprovedTwin, TwinStrip } from './twin-strip.tsx';
import { cn } from '../../../../lib/cn.ts';
import {
  type FormAnswers,
  type FormField,
  type FileAnswer,
  type FormDesign,
  getFileAnswers,
} from '../../../../../sync/contract/applications/form-design.ts';
import { AnswerView, FilledView } from '../form/filled-view.tsx';
import { listShownFields } from '../../../../../sync/domain/applications/form-rules.ts';

interface ReviewPaneProps {
  kind: ApplicationKind;
  id: number;
  onStep: (by: 1 | -1) => void;
  onDecided: () => void;
}

/**
 * Shows one application beside its proofs. Keys: A approves, R returns, X marks the focused field, a digit gives it a usual reason, P shows the next
 * proof, J and K go to the next and previous application.
 */
export function ReviewPane({ kind, id, onStep, onDecided }: ReviewPaneProps) {
  const query = useCall(applicationDetailPaths[kind], { id });
  if (query.data === undefined) return <LoadingState query={query} className="h-96" />;
  return <Decided key={`${id}/${query.data.version}`} kind={kind} application={query.data} onStep={onStep} onDecided={onDecided} />;
}

const isTypingTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input,textarea,select,[role=dialog],[role=listbox]') !== null;

function Decided({
  kind,
  application,
  onStep,
  onDecided,
}: {
  kind: ApplicationKind;
  application: ApplicationDetail;
  onStep: (by: 1 | -1) => void;
  onDecided: () => void;
}) {
  const { t } = useTranslation(['application', 'words']);
  const words = useLabelText();
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const [marks, setMarks] = useState<ReviewRemarks>({});
  const [reason, setReason] = useState('');
  const [proof, setProof] = useState(0);
  const [against, setAgainst] = useState(application.earlier.length - 1);
  const idNumber = useShownIdNumber(kind, application);
  const [printing, setPrinting] = useState(false);
  const machine = applicationKinds[kind];
  const canDecide = (event: Decision) =>
    mayChange &&
    machine.next(application.status, event) !== undefined &&
    !(event === 'return' ? application.examineeId !== null : findApprovedTwin(kind, application.twins) !== undefined);
  const decide = useAction({
    mutationFn: (decision: Decision) =>
      applicationCallsByKind[kind].decide({
        items: [{ id: application.id, version: application.version }],
        decision,
        marks: decision === 'return' ? marks : {},
        reason,
      }),
    onSuccess: (_done, decision) => {
      toast.success(t(decision === 'approve' ? 'approvedOne' : 'returnedOne', { name: application.name }));
      onDecided();
    },
    onSettled: () => invalidate(`/${kind}`),
  });
  const marked = Object.keys(marks).length;
  const listReasons = (key: string): readonly string[] => {
    const field = application.design.find((each) => each.key === key);
    return field === undefined ? [] : listUsualReasons(field).map((each) => words(each));
  };
  const toggle = (key: string) =>
    setMarks(({ [key]: there, ...rest }) => (there === undefined ? { ...rest, [key]: listReasons(key)[0] ?? '' } : rest));
  const proofs = listProofFiles(application.design, application.answers);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTypingTarget(event.target) || event.ctrlKey || event.metaKey || event.altKey || decide.isPending) return;
      const key = event.key.toLowerCase();
      const field = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'];
      const usual = field === undefined || !(field in marks) ? undefined : listReasons(field)[Number(key) - 1];
      if (key === 'j') onStep(1);
      else if (key === 'k') onStep(-1);
      else if (key === 'a' && canDecide('approve')) decide.mutate('approve');
      else if (key === 'r' && canDecide('return') && (marked > 0 || reason !== '')) decide.mutate('return');
      else if (key === 'x' && field !== undefined && canDecide('return')) toggle(field);
      else if (key === 'p' && proofs.length > 0) setProof((proof + 1) % proofs.length);
      else if (field !== undefined && usual !== undefined) setMarks({ ...marks, [field]: usual });
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });

  if (printing)
    return (
      <FilledSheet
        title={application.offerName}
        subtitle={application.name}
        design={application.design}
        answers={application.answers}
        steps={application.steps}
        onBack={() => setPrinting(false)}
      />
    );
  return (
    // The overflow stays visible: otherwise the sticky bar with the decisions would scroll away with a long form.
    <Panel className="overflow-visible" bodyClassName="flex flex-col">
      <ReviewHead
        kind={kind}
        application={application}
        idNumber={idNumber}
        against={against}
        onAgainst={setAgainst}
        onPrint={() => setPrinting(true)}
      />
      {application.twins.length > 0 && <TwinStrip kind={kind} duplicates={application.twins} />}
      {application.doubt !== '' && (
        <Strip tone="kept" className="rounded-none">
          {t(`doubts.${application.doubt}`)}
        </Strip>
      )}
      <div className="grid xl:grid-cols-2">
        <ReviewFields
          application={application}
          previous={application.earlier[against]?.answers}
          marks={marks}
          mayMark={canDecide('return')}
          onToggle={toggle}
          onReason={(key, text) => setMarks((before) => ({ ...before, [key]: text }))}
        />
        <div className="min-w-0 xl:border-l">
          <ProofViewer proofs={proofs} at={Math.min(proof, Math.max(0, proofs.length - 1))} onGo={setProof} />
          {application.eligibility !== null && <EligibilityList level={application.level} {...application.eligibility} />}
        </div>
      </div>
      <section aria-label={t('history')} className="border-t p-4">
        <ApplicationHistory steps={application.steps} />
      </section>
      {(canDecide('approve') || canDecide('return')) && (
        <DecisionBar
          canDecide={canDecide}
          isDoubtful={application.doubt !== ''}
          marked={marked}
          reason={reason}
          onReason={setReason}
          isBusy={decide.isPending}
          onDecide={decide.mutate}
        />
      )}
    </Panel>
  );
}

/** Returns the applicant's ID number, masked until `show` has fetched it in full. */
function useShownIdNumber(kind: ApplicationKind, application: ApplicationDetail) {
  const [number, setNumber] = useState<string | null>(null);
  const show = useAction({
    mutationFn: () => applicationCallsByKind[kind].getIdNumber(application.id),
    onSuccess: ({ idNumber }) => setNumber(idNumber),
  });
  return { text: number ?? application.idNumber, isMasked: number === null && application.idNumber !== '', show };
}

interface ReviewHeadProps {
  kind: ApplicationKind;
  application: ApplicationDetail;
  idNumber: ReturnType<typeof useShownIdNumber>;
  /** Index of the earlier submission with which the form is compared. */
  against: number;
  onAgainst: (index: number) => void;
  onPrint: () => void;
}

/** Shows the applicant, the status and the offer of an application. The reviewer chooses the submission to compare with. */
function ReviewHead({ kind, application, idNumber, against, onAgainst, onPrint }: ReviewHeadProps) {
  const { t } = useTranslation('application');
  const mayChange = useCanChangeData();
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-2.5">
      <h2 className="text-[17px] font-semibold">{application.name}</h2>
      <ApplicationStatusChip kind={kind} status={application.status} />
      {application.rounds > 1 && <Chip>{t('round', { count: application.rounds })}</Chip>}
      <span className="num text-sm">{idNumber.text}</span>
      {idNumber.isMasked && mayChange && (
        <Button size="sm" variant="ghost" repeats={false} busy={idNumber.show.isPending} onClick={() => idNumber.show.mutate()}>
          <Eye aria-hidden />
          {t('showNumber')}
        </Button>
      )}
      {application.earlier.length > 1 && (
        <Select
          aria-label={t('compareWith')}
          className="ml-auto w-64 max-w-full"
          value={String(against)}
          onChange={(value) => onAgainst(Number(value))}
          choices={application.earlier.map(({ atMs }, at) => ({
            value: String(at),
            label: t('submissionNo', { n: at + 1, when: formatDateTime(atMs) }),
          }))}
        />
      )}
      <Button size="sm" className={application.earlier.length > 1 ? '' : 'ml-auto'} onClick={onPrint}>
        <Printer aria-hidden />
        {t('printForm')}
      </Button>
      <span className="num w-full text-[13px] text-muted-foreground">
        {application.offerName} · {application.submittedMs !== null && t('submittedOn', { when: formatDateTime(application.submittedMs) })}
      </span>
    </header>
  );
}

type Decision = 'approve' | 'return';

interface DecisionBarProps {
  canDecide: (decision: Decision) => boolean;
  /** True if the application raises a doubt. An approval then needs a reason. */
  isDoubtful: boolean;
  /** Number of fields marked to correct. */
  marked: number;
  reason: string;
  onReason: (reason: string) => void;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** Asks for the reason of a decision, and approves or returns the application. */
function DecisionBar({ canDecide, isDoubtful, marked, reason, onReason, isBusy, onDecide }: DecisionBarProps) {
  const { t } = useTranslation(['application', 'words']);
  return (
    <footer className="sticky -bottom-[18px] z-10 flex rounded-b-xl flex-wrap items-center gap-2.5 border-t bg-card px-4 py-3">
      <Input
        aria-label={t('words:reason')}
        placeholder={t('reasonHint')}
        className="max-w-80 grow"
        maxLength={500}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
      <span className="text-[13px] text-muted-foreground">{t('keys')}</span>
      <span className="ml-auto flex gap-2.5">
        {canDecide('return') && (
          <Button
            variant={marked > 0 ? 'primary' : 'outline'}
            disabled={marked === 0 && reason === ''}
            busy={isBusy}
            onClick={() => onDecide('return')}
          >
            {marked > 0 ? t('returnMarked', { count: marked }) : t('return')}
          </Button>
        )}
        {canDecide('approve') && (
          <Button
            variant={marked > 0 ? 'outline' : 'primary'}
            disabled={isDoubtful && reason === ''}
            busy={isBusy}
            onClick={() => onDecide('approve')}
          >
            {t('approve')}
          </Button>
        )}
      </span>
    </footer>
  );
}

type ReviewRemarks = Readonly<Record<string, string>>;

interface ReviewFieldsProps {
  application: ApplicationDetail;
  /** Answers of the previous submission; undefined for a first submission. */
  previous: FormAnswers | undefined;
  marks: ReviewRemarks;
  mayMark: boolean;
  onToggle: (key: string) => void;
  onReason: (key: string, reason: string) => void;
}

/** Shows the filled form. The reviewer marks fields to correct, with a reason from the list or free text. */
function ReviewFields({ application, previous, marks, mayMark, onToggle, onReason }: ReviewFieldsProps) {
  const { t } = useTranslation('application');
  const isMended = ({ key }: FormField): boolean =>
    previous !== undefined && JSON.stringify(previous[key] ?? '') !== JSON.stringify(application.answers[key] ?? '');
  return (
    <FilledView
      design={application.design}
      answers={application.answers}
      marked={(field) => field.key in marks || field.key in application.marks}
      isWide={isMended}
      renderExtra={(field) => (
        <>
          {previous !== undefined && isMended(field) && (
            <div
              className={cn(
                'flex min-w-0 flex-col gap-1',
                // The current and the previous table, side by side, would be too narrow for their texts.
                field.type === 'table' ? 'w-full border-t pt-2' : 'flex-1 border-l pr-8 pl-3',
              )}
            >
              <span className="flex flex-wrap items-center gap-2 text-[13px] text-muted-foreground">
                <Chip tone="primary">{t('mended')}</Chip>
                {t('lastTime')}
              </span>
              <div className="text-muted-foreground" role="group" aria-label={t('lastTimeOf', { label: field.label })}>
                <AnswerView field={field} answers={previous} />
              </div>
            </div>
          )}
          {mayMark && (
            <Button
              size="iconSm"
              // Show the flag only on hover or focus: a flag in every field would distract from the answers.
              className={cn(
                'absolute top-1 right-1 bg-card',
                field.key in marks ? '' : 'opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
              )}
              variant={field.key in marks ? 'soft' : 'ghost'}
              repeats={false}
              aria-pressed={field.key in marks}
              aria-label={t('markField', { label: field.label })}
              title={t('markField', { label: field.label })}
              onClick={() => onToggle(field.key)}
            >
              <Flag aria-hidden />
            </Button>
          )}
          {application.marks[field.key] !== undefined && (
            <span className="w-full text-[13px] text-kept-ink">{application.marks[field.key]}</span>
          )}
          {field.key in marks && (
            <Reason field={field} reason={marks[field.key] ?? ''} onReason={(reason) => onReason(field.key, reason)} />
          )}
        </>
      )}
    />
  );
}

function Reason({ field, reason, onReason }: { field: FormField; reason: string; onReason: (reason: string) => void }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const list = useId();
  const usual = listUsualReasons(field);
  return (
    <span className="flex w-full items-center gap-2">
      <Input
        aria-label={t('markReason', { label: field.label })}
        className="grow"
        maxLength={300}
        list={list}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
      <datalist id={list}>
        {usual.map((each) => (
          <option key={each[0]} value={words(each)} />
        ))}
      </datalist>
      <span className="shrink-0 text-[13px] text-muted-foreground">{t('usualKeys', { count: usual.length })}</span>
    </span>
  );
}

interface ProofFile {
  readonly label: string;
  readonly file: FileAnswer;
}

/** Lists every file of a form in field order, including the photo. */
const listProofFiles = (design: FormDesign, answers: FormAnswers): ProofFile[] =>
  listShownFields(design, answers).flatMap((field) => {
    const files = getFileAnswers(answers, field.key);
    return files.map((file, at) => ({ label: files.length > 1 ? `${field.label} ${at + 1}` : field.label, file }));
  });

const zooms = [1, 1.5, 2, 3] as const;

interface ProofViewerProps {
  proofs: readonly ProofFile[];
  at: number;
  onGo: (at: number) => void;
}

/** Shows one proof (an uploaded document or photo) at a readable size next to the form. */
function ProofViewer({ proofs, at, onGo }: ProofViewerProps) {
  const { t } = useTranslation('application');
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const proof = proofs[at];
  if (proof === undefined) return <p className="px-3.5 py-6 text-sm text-muted-foreground">{t('noProofs')}</p>;
  const isPicture = proof.file.type.startsWith('image/');
  const go = (to: number) => {
    setZoom(0);
    setTurns(0);
    onGo(to);
  };
  return (
    <section aria-label={t('proofs')} className="flex min-w-0 flex-col">
      <div className="scroll-slim flex items-center gap-1 overflow-x-auto border-b px-2 py-1.5">
        {proofs.map(({ label, file }, each) => (
          <button
            key={`${label} ${file.url}`}
            type="button"
            aria-current={each === at ? 'true' : undefined}
            onClick={() => go(each)}
            className={cn(
              'shrink-0 rounded-md px-2.5 py-1 text-[13px] hover:bg-muted',
              each === at ? 'bg-primary-soft font-semibold text-accent-foreground' : 'text-muted-foreground',
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="relative h-72 overflow-auto bg-muted">
        {isPicture ? (
          <img
            src={proof.file.url}
            alt={t('proofPicture', { label: proof.label, name: proof.file.name })}
            className="mx-auto max-w-none object-contain"
            style={{ height: `${18 * (zooms[zoom] ?? 1)}rem`, transform: `rotate(${turns * 90}deg)` }}
          />
        ) : (
          <p className="flex h-full items-center justify-center gap-2 text-sm">
            <Paperclip aria-hidden className="size-4" />
            {proof.file.name}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1 border-b px-2 py-1">
        <span className="num mr-auto px-1.5 text-[13px] text-muted-foreground">{t('proofAt', { at: at + 1, of: proofs.length })}</span>
        {isPicture && (
          <>
            <Button variant="ghost" size="iconSm" aria-label={t('zoomOut')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
              <ZoomOut aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={t('zoomIn')}
              disabled={zoom === zooms.length - 1}
              onClick={() => setZoom(zoom + 1)}
            >
              <ZoomIn aria-hidden />
            </Button>
            <Button variant="ghost" size="iconSm" aria-label={t('turn')} onClick={() => setTurns((turns + 1) % 4)}>
              <RotateCw aria-hidden />
            </Button>
          </>
        )}
        <Button variant="ghost" size="iconSm" asChild>
          <a href={proof.file.url} target="_blank" rel="noreferrer" aria-label={t('proofOpen', { name: proof.file.name })}>
            <ExternalLink aria-hidden />
          </a>
        </Button>
      </div>
    </section>
  );
}
