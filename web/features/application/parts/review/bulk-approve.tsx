import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { type ApplicationKind, applicationKinds } from '../../../../../sync/domain/applications/application-machine.ts';
import type { CallOptions } from '../../../../platform/api/call.ts';
import { useCall } from '../../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../../platform/session/can-change-data.ts';
import { ConfirmDialog } from '../../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Progress } from '../../../../ui/primitives/progress.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { applicationCallsByKind } from '../../application-calls.ts';
import {
  readAllApplications,
  type ApplicationListFilter,
  createApplicationListInput,
  applicationListPaths,
} from '../../application-pages.ts';

/** The most applications that one call decides. */
const atOnce = 100;

/** Approves all applications of the filter that raised no doubt, on all pages, after a confirmation with their number. */
export function BulkApprove({ kind, filter }: { kind: ApplicationKind; filter: ApplicationListFilter }) {
  const { t } = useTranslation('application');
  const mayChange = useCanChangeData();
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(0);
  const clear: ApplicationListFilter = { ...filter, status: applicationKinds[kind].reviewed[0], doubtful: false, twice: false };
  const first = useCall(applicationListPaths[kind], createApplicationListInput(clear, 1, 8), { placeholderData: keepPreviousData });
  const { items = [], total = 0 } = first.data ?? {};
  const approve = async (quiet: CallOptions) => {
    const rows = await readAllApplications(kind, clear);
    let changed = 0;
    const refused: { name: string; reason: string }[] = [];
    for (let at = 0; at < rows.length; at += atOnce) {
      const chunk = rows.slice(at, at + atOnce).map(({ id, version }) => ({ id, version }));
      const answer = await applicationCallsByKind[kind].decide({ items: chunk, decision: 'approve', marks: {}, reason: '' }, quiet);
      changed += answer.changed;
      refused.push(...answer.refused);
      setDone(at + chunk.length);
    }
    return { changed, refused };
  };
  if (!mayChange) return null;
  return (
    <>
      <Button
        disabled={total === 0}
        onClick={() => {
          setDone(0);
          setAsking(true);
        }}
      >
        {t('bulkApprove', { count: total })}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('bulkTitle')}
          confirm={t('approve')}
          run={approve}
          invalidates={[`/${kind}`]}
          doneText={({ changed }) => t('bulkDone', { count: changed })}
          onDone={({ refused }) => {
            for (const { name, reason } of refused.slice(0, 5)) toast.error(`${name}：${reason}`);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          {({ busy }) =>
            busy ? (
              <Progress value={done / Math.max(1, total)} label={t('bulkTitle')} />
            ) : (
              t('bulkAsk', { count: total, names: items.map((row) => row.name).join('、') })
            )
          }
        </ConfirmDialog>
      )}
    </>
  );
}
