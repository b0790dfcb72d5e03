import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';

interface DutyRowProps {
  name: string;
  /** When the person confirmed the duty; null while that is awaited. */
  confirmedMs: number | null;
  /** Stands before the state. */
  note?: ReactNode;
  /** Accessible name of the button that takes the duty away. */
  dropLabel: string;
  /** Without it there is no button. */
  onDrop?: (() => void) | undefined;
}

/** Shows a person with a duty in a plan, whether they confirmed it, and the button that takes it away. */
export function DutyRow({ name, confirmedMs, note, dropLabel, onDrop }: DutyRowProps) {
  const { t } = useTranslation('seating');
  return (
    <div className="flex min-h-9 items-center gap-2">
      <span className="min-w-0 grow truncate font-medium">{name}</span>
      {note}
      <Chip tone={confirmedMs === null ? 'neutral' : 'delivered'} mark={confirmedMs === null ? 'ring' : 'dot'}>
        {t(confirmedMs === null ? 'staffWaiting' : 'staffConfirmed')}
      </Chip>
      {onDrop && (
        <Button variant="ghost" size="iconSm" repeats={false} aria-label={dropLabel} onClick={onDrop}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}
