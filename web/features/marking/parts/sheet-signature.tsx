import { getSignatureState } from '../../../../sync/domain/marking/signed-sheet.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { SignaturePad } from '../../../ui/form/signature-pad.tsx';
import { SignaturePicture } from '../../../ui/form/signature-picture.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { computeTotal, type MarkingInput } from '../marking-input.ts';
import type { MarkingTask } from '../marking-queries.ts';

interface SheetSignatureProps {
  task: MarkingTask;
  giving: MarkingInput;
  onGive: (giving: MarkingInput) => void;
}

/** Takes the assessor's signature under a score sheet. If the scores change afterwards, says so and asks for a new one. */
export function SheetSignatureField({ task, giving, onGive }: SheetSignatureProps) {
  const { t } = useTranslation('marking');
  const { signature } = giving;
  const state = getSignatureState(giving);
  const again = signature !== undefined && !task.released && (
    <Button onClick={() => onGive({ ...giving, signature: undefined })}>{t('signAgain')}</Button>
  );
  return (
    <Panel title={t('assessorSignature')} aside={again} bodyClassName="flex flex-col gap-2 px-4 py-3">
      {state === 'earlier' && signature !== undefined ? (
        <>
          <Strip tone="kept" live>
            {t('signatureEarlier', { total: computeTotal(task, { ...giving, points: signature.points, veto: signature.veto }) ?? '–' })}
          </Strip>
          <SignaturePicture
            strokes={signature.strokes}
            label={t('earlierSignature')}
            className="aspect-[3/1] w-full max-w-[600px] rounded-lg border bg-white opacity-50"
          />
        </>
      ) : task.released ? (
        signature === undefined ? (
          <p className="text-sm text-muted-foreground">{t('unsigned')}</p>
        ) : (
          <SignaturePicture
            strokes={signature.strokes}
            label={t('assessorSignature')}
            className="aspect-[3/1] w-full max-w-[600px] rounded-lg border bg-white"
          />
        )
      ) : (
        <SignaturePad
          label={t('signHere')}
          value={signature?.strokes ?? []}
          onChange={(strokes) =>
            onGive({
              ...giving,
              signature: {
                strokes,
                signedMs: Date.now(),
                points: giving.points.map((points) => points ?? 0),
                veto: [...giving.veto],
              },
            })
          }
        />
      )}
      <p className="num text-[13px] text-muted-foreground">
        {signature === undefined ? !task.released && t('signHint') : t('signedAt', { time: formatDateTime(signature.signedMs) })}
      </p>
    </Panel>
  );
}
