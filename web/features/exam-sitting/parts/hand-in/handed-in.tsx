import type { SittingController } from '../../model/sitting-controller.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { ReceiptPanel } from './receipt-panel.tsx';
import { useSittingSnapshot } from '../player/use-sitting-value.ts';
import { useReceiptCheck } from './use-receipt-check.ts';

interface HandedInProps {
  facts: SittingFacts;
  desk: SittingController;
  attemptId: string;
}

/** Shows the receipt after hand-in. */
export function HandedIn({ facts, desk, attemptId }: HandedInProps) {
  const { view } = useSittingSnapshot(desk);
  const check = useReceiptCheck(attemptId, view.receipt);
  return <ReceiptPanel attemptId={attemptId} facts={facts} view={view} check={check} />;
}
