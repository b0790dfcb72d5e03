import { FileDown } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { saveAnswerFile, countUndeliveredHere } from '../../../../platform/transfer/answer-export.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { LazyAnswerCodesButton } from '../hand-in/answer-codes-part.ts';

const lookEveryMs = 5_000;

/**
 * Shows staff which answers of any examinee lie undelivered on this PC, and exports them (SY16): the examinee may have left, and the PC may never
 * have a network again. It disappears when everything is delivered.
 */
export function UndeliveredOnDevice({ device }: { device: string }) {
  const { t } = useTranslation('examAround');
  const [left, setLeft] = useState<ReadonlyMap<string, number>>(new Map());
  const [said, setSaid] = useState('');
  useEffect(() => {
    // If nothing can be read, the storage check shows the reason.
    const look = () => void countUndeliveredHere().then(setLeft, () => undefined);
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  if (left.size === 0) return null;
  const count = [...left.values()].reduce((sum, ops) => sum + ops, 0);
  const save = async () => {
    const owner = { exam: t('check.left.file', { device: device.slice(0, 8) }), seat: '', name: '', ticketNo: '' };
    const exported = await saveAnswerFile([...left.keys()], owner).catch(() => undefined);
    if (!exported) return setSaid(t('check.left.failed'));
    const { name, records, unread } = exported;
    setSaid(unread > 0 ? t('check.left.unread', { name, count: unread }) : t('check.left.done', { name, count: records }));
  };
  return (
    <div className="mt-4">
      <Strip
        tone="kept"
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void save()}>
              <FileDown aria-hidden />
              {t('check.left.do')}
            </Button>
            <Suspense>
              <LazyAnswerCodesButton attemptIds={[...left.keys()]} small />
            </Suspense>
          </span>
        }
      >
        <p>{t('check.left.text', { attempts: left.size, count })}</p>
        <p role="status">{said}</p>
      </Strip>
    </div>
  );
}
