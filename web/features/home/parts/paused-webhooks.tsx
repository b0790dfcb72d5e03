import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { usePausedWebhooks } from '../home-queries.ts';

/** Names each paused webhook to the school's administrator, because other systems miss events until it is resumed. */
export function PausedWebhooks() {
  const { t } = useTranslation('home');
  return usePausedWebhooks()?.map(({ id, name, failingSinceMs }) => (
    <Strip
      key={id}
      tone="seal"
      action={
        <LinkButton size="sm" to="/teacher/manage/webhook">
          {t('webhookGo')}
        </LinkButton>
      }
    >
      {t('webhookPaused', { name, date: formatDateTime(failingSinceMs ?? 0) })}
    </Strip>
  ));
}
