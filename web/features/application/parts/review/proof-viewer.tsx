import { ExternalLink, Paperclip, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import {
  type FileAnswer,
  type FormAnswers,
  type FormDesign,
  getFileAnswers,
} from '../../../../../sync/contract/applications/form-design.ts';
import { listShownFields } from '../../../../../sync/domain/applications/form-rules.ts';
import { cn } from '../../../../lib/cn.ts';
import { Button } from '../../../../ui/primitives/button.tsx';

export interface ProofFile {
  readonly label: string;
  readonly file: FileAnswer;
}

/** Lists every file of a form in field order, including the photo. */
export const listProofFiles = (design: FormDesign, answers: FormAnswers): ProofFile[] =>
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

/** Shows one proof at a readable size next to the form. */
export function ProofViewer({ proofs, at, onGo }: ProofViewerProps) {
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
