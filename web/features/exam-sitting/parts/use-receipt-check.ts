import { useEffect, useState } from 'react';
import type { Receipt } from '../../../../sync/contract/sync.ts';
import { verifyReceipt } from '../../../../sync/seal/receipt.ts';
import { deviceStore } from '../../../platform/device.ts';
import type { ReceiptCheck } from '../model/delivery-state.ts';

/** Checks a receipt against the server's key and against the hand-in of this PC. */
export function useReceiptCheck(attemptId: string, receipt: Receipt | null): ReceiptCheck {
  const [result, setResult] = useState<{ readonly of: Receipt; readonly check: ReceiptCheck } | null>(null);
  useEffect(() => {
    if (receipt === null) return undefined;
    let ended = false;
    void (async () => {
      const row = await deviceStore.sitting(attemptId);
      const genuine = row !== undefined && (await verifyReceipt(receipt, row.serverKeys.receiptPublic));
      const mine = row?.handIn ?? null;
      const check = (): ReceiptCheck => {
        if (!genuine) return 'forged';
        if (mine === null) return 'elsewhere';
        return mine.streamId === receipt.streamId && mine.seq === receipt.seq && mine.digest === receipt.digest ? 'valid' : 'differs';
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
