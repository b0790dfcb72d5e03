import type { SittingController } from '../../model/sitting-controller.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { ReceiptPanel } from './receipt-panel.tsx';
import { useSittingSnapshot } from '../use-sitting-value.ts';
import { useEffect, useState } from 'react';
import type { HandInReceipt } from '../../../../../sync/contract/exams/sync.ts';
import { verifyReceipt } from '../../../../../sync/crypto/receipt.ts';
import { deviceStore } from '../../../../platform/exam-device/device.ts';
import type { ReceiptCheckResult } from '../../model/delivery-state.ts';

/** Checks a receipt against the server's public key for receipts and against the hand-in of this PC. */
function useReceiptCheck(attemptId: string, receipt: HandInReceipt | null): ReceiptCheckResult {
  const [result, setResult] = useState<{ readonly of: HandInReceipt; readonly check: ReceiptCheckResult } | null>(null);
  useEffect(() => {
    if (receipt === null) return undefined;
    let ended = false;
    void (async () => {
      const row = await deviceStore.sitting(attemptId);
      const genuine = row !== undefined && (await verifyReceipt(receipt, row.serverKeys.receiptPublic));
      const handIn = row?.handIn ?? null;
      const check = (): ReceiptCheckResult => {
        if (!genuine) return 'forged';
        if (handIn === null) return 'elsewhere';
        return handIn.streamId === receipt.streamId && handIn.seq === receipt.seq && handIn.digest === receipt.digest ? 'valid' : 'differs';
      };
      if (!ended) setResult({ of: receipt, check: check() });
    })();
    return () => {
      ended = true;
    };
  }, [attemptId, receipt]);
  if (receipt === null) return 'none';
  return result?.of === receipt ? result.check : 'checking';
}

interface HandedInProps {
  facts: SittingFacts;
  controller: SittingController;
  attemptId: string;
}

/** Shows the receipt after hand-in, and whether it is valid. */
export function HandedIn({ facts, controller, attemptId }: HandedInProps) {
  const { view } = useSittingSnapshot(controller);
  const check = useReceiptCheck(attemptId, view.receipt);
  return <ReceiptPanel attemptId={attemptId} facts={facts} view={view} check={check} />;
}
