import { useAtomValue } from 'jotai';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { makeCall } from '../api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { platformInfoAtom } from '../pwa/platform-info.ts';

/** Starts an exam with simulated examinees and opens it with `onStarted`. Renders nothing unless the server runs the demo. */
export function DemoExamButton({ onStarted }: { onStarted: (exam: { planId: number; roomId: number }) => void }) {
  const { t } = useTranslation('duty');
  const { demo } = useAtomValue(platformInfoAtom);
  const start = useAction({
    mutationFn: () => makeCall('/system/startDemoExam', {}),
    onSuccess: onStarted,
  });
  if (!demo) return null;
  return (
    <Button busy={start.isPending} onClick={() => start.mutate()}>
      {t(start.isPending ? 'demoExamStarting' : 'demoExam')}
    </Button>
  );
}
