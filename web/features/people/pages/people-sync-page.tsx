import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { DirectoryPreview } from '../../../../sync/contract/people/directory-people.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { makeCall, type CallOptions } from '../../../platform/api/call.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { useSelection } from '../../../ui/list/table-selection.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PasswordResult } from '../parts/password-result.tsx';
import { listSyncRows, PeopleSyncLists, type SyncKind, type SyncRow } from '../parts/people-sync-lists.tsx';

/** Compares the school's accounts with its user directory (such as LDAP), and applies the changes that the administrator ticks. */
export function PeopleSyncPage() {
  const { t } = useTranslation(['peopleSync', 'people', 'words']);
  const invalidate = useInvalidate();
  const { pathname } = useLocation();
  const settingsPath = pathname.replace(/\/people$/, '');
  const selection = useSelection<SyncRow>((row) => row.key);
  /** The confirmation that is asked for: to apply the changes, or to disable accounts although the directory lists unusually few people. */
  const [ask, setAsk] = useState<'apply' | 'few' | null>(null);
  const preview = useAction({
    startsAnew: true,
    mutationFn: () => makeCall('/directory/previewPeople', {}, { quiet: true }),
    onSuccess: (found) => {
      const { add, change } = listSyncRows(found);
      selection.clear();
      // Rows to disable are ticked by hand: a wrong search base proposes them by the hundred.
      selection.setSelected([...add, ...change], true);
    },
  });
  const apply = useAction({
    mutationFn: ({ quiet, ...input }: { keys: readonly string[]; confirmFew: boolean; quiet: CallOptions }) =>
      makeCall('/directory/applyPeople', { ...input, keys: [...input.keys] }, quiet),
    onSettled: () => invalidate('/user', '/class'),
  });
  const { rows: ticked } = selection;
  const ofKind = (kind: SyncKind) => ticked.filter((row) => row.kind === kind);
  const send = (confirmFew: boolean) => (quiet: CallOptions) =>
    apply.mutateAsync({ keys: ticked.map(({ key }) => key), confirmFew, quiet });
  const fewDisabled = ofKind('disable').filter(({ group }) => preview.data?.few.some((each) => each.group === group) === true);

  if (apply.data !== undefined) {
    const { added, changed, disabled, skipped, passwords } = apply.data;
    const skippedRows = ticked.filter(({ key }) => skipped.includes(key));
    return (
      <PasswordResult
        title={t('done', { added, changed, disabled })}
        slips={passwords}
        again={{
          label: t('previewAgain'),
          run: () => {
            apply.reset();
            preview.mutate();
          },
        }}
        back={{ label: t('settings'), path: settingsPath }}
      >
        {skippedRows.length > 0 && <Strip tone="kept">{t('skipped', { names: joinWords(skippedRows.map(({ name }) => name)) })}</Strip>}
      </PasswordResult>
    );
  }
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        actions={
          <>
            <LinkButton to={settingsPath}>{t('settings')}</LinkButton>
            <Button variant={preview.data === undefined ? 'primary' : 'outline'} busy={preview.isPending} onClick={() => preview.mutate()}>
              {t(preview.data === undefined ? 'preview' : 'previewAgain')}
            </Button>
            {preview.data !== undefined && (
              <Button variant="primary" disabled={ticked.length === 0 || preview.isPending} onClick={() => setAsk('apply')}>
                {ticked.length === 0 ? t('applyNone') : t('apply', { count: ticked.length })}
              </Button>
            )}
          </>
        }
      />
      <Panel bodyClassName="flex flex-col gap-1.5 p-4 text-sm text-muted-foreground">
        <p className="max-w-[64em]">{t('intro')}</p>
        <p className="max-w-[64em]">{t('newTypes')}</p>
      </Panel>
      {preview.isPending && (
        <p role="status" className="text-sm text-muted-foreground">
          {t('asking')}
        </p>
      )}
      {preview.error !== null && (
        <div role="alert">
          <Strip tone="seal">
            {preview.error.message}
            <p>{t('failed')}</p>
          </Strip>
        </div>
      )}
      {preview.data !== undefined && !preview.isPending && <SyncPreview preview={preview.data} selection={selection} />}
      {ask === 'apply' && (
        <ConfirmDialog
          title={t('applyTitle', { count: ticked.length })}
          confirm={t('applyNow')}
          {...(fewDisabled.length > 0 ? { onDone: () => setAsk('few') } : { run: send(false) })}
          onClose={() => setAsk(null)}
        >
          {t('applyText', { add: ofKind('add').length, change: ofKind('change').length, disable: ofKind('disable').length })}
        </ConfirmDialog>
      )}
      {ask === 'few' && preview.data !== undefined && (
        <ConfirmDialog
          title={t('fewTitle', { count: fewDisabled.length })}
          confirm={t('fewConfirm')}
          tone="sealSolid"
          run={send(true)}
          onClose={() => setAsk(null)}
        >
          <FewNotes shrunkGroups={preview.data.few} />
        </ConfirmDialog>
      )}
    </div>
  );
}

interface SyncPreviewProps {
  preview: DirectoryPreview;
  selection: ReturnType<typeof useSelection<SyncRow>>;
}

function SyncPreview({ preview, selection }: SyncPreviewProps) {
  const { t } = useTranslation('peopleSync');
  const rows = listSyncRows(preview);
  return (
    <>
      <FigureStrip
        figures={[
          { label: t('found'), value: preview.found },
          { label: t('same'), value: preview.same },
          ...(['add', 'change', 'disable', 'unusable'] as const).map((name) => ({ label: t(`lists.${name}`), value: rows[name].length })),
        ]}
      />
      {preview.few.length > 0 && (
        <Strip tone="seal">
          <FewNotes shrunkGroups={preview.few} />
        </Strip>
      )}
      {preview.newClasses.length > 0 && <Strip tone="neutral">{t('newClasses', { names: joinWords(preview.newClasses) })}</Strip>}
      <PeopleSyncLists rows={rows} selection={selection} />
    </>
  );
}

/** Names the groups (students or staff) of which the directory lists unusually few people. */
function FewNotes({ shrunkGroups }: { shrunkGroups: DirectoryPreview['few'] }) {
  const { t } = useTranslation('peopleSync');
  return shrunkGroups.map(({ group, linked, missing }) => <p key={group}>{t('few', { group: t(`groups.${group}`), linked, missing })}</p>);
}
