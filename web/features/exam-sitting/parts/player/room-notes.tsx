import { memo, Suspense, useState } from 'react';
import { lazyOptional } from '../../../../lib/optional-part.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PlayerStrip } from '../player-strip.tsx';
import type { SittingController } from '../../model/sitting-controller.ts';
import { useSittingValue } from '../use-sitting-value.ts';

export const loadGrantForm = () => import('./grant-form.tsx');
// The player preloads the form for extension codes while the page is idle: when the form is needed, there may be no network.
const GrantForm = lazyOptional(async () => (await loadGrantForm()).GrantForm);

/** Shows the invigilators' messages to this seat. Without a network, it also offers to type an extension code. */
export const RoomNotes = memo(function RoomNotes({ controller, attemptId }: { controller: SittingController; attemptId: string }) {
  const { t } = useTranslation('examSitting');
  const messagesJson = useSittingValue(controller, (snapshot) => JSON.stringify(snapshot.view.news?.messages ?? []));
  const reachable = useSittingValue(controller, (snapshot) => snapshot.view.saveStatus.reachable);
  const [seenIds, setSeenIds] = useState<readonly string[]>([]);
  const [typing, setTyping] = useState(false);
  const messages = (JSON.parse(messagesJson) as { messageId: string; text: string }[]).filter(
    ({ messageId }) => !seenIds.includes(messageId),
  );
  return (
    <>
      <div role="alert" className="flex-none">
        {messages.map(({ messageId, text }) => (
          <PlayerStrip
            key={messageId}
            tone="neutral"
            action={
              <Button size="sm" onClick={() => setSeenIds((so) => [...so, messageId])}>
                {t('overlay.understood')}
              </Button>
            }
          >
            {t('room.message', { text })}
          </PlayerStrip>
        ))}
      </div>
      {!reachable && (
        <p className="flex-none px-5 py-1 text-right lg:px-10">
          <Button size="sm" variant="ghost" onClick={() => setTyping(true)}>
            {t('room.haveCode')}
          </Button>
        </p>
      )}
      <Suspense>{typing && <GrantForm controller={controller} attemptId={attemptId} onClose={() => setTyping(false)} />}</Suspense>
    </>
  );
});
