import { expect, type Response } from '@playwright/test';
import { handedInExam } from '../../exam/written-exam.ts';
import { button, type Press, type Stage } from './press.ts';

const page = 'features/marking/use-script-queue.ts';
const opened = async ({ go, server, name, page: at }: Stage): Promise<void> => {
  const { planId, questionId } = await handedInExam(server, name);
  let taken = 0;
  const count = (response: Response): void => {
    if (response.url().endsWith('/api/marking/take')) taken += 1;
  };
  at.on('response', count);
  await go(`/marker/exam/item/${planId}/0?question=${questionId}`);
  await expect(at.getByText('熔断器作短路保护')).toBeVisible();
  // The one after it is asked for a moment later: that call is not the press's.
  await expect.poll(() => taken).toBe(2);
  at.off('response', count);
};

export const markingPresses: readonly Press[] = [
  {
    call: '/marking/giveBack',
    from: page,
    by: 'marker',
    what: '放回题池',
    // The next script, and the one after it ahead of time.
    brings: ['/marking/take', '/marking/take'],
    ready: async (stage) => {
      await opened(stage);
      return button(stage.page, '放回题池');
    },
  },
  {
    call: '/marking/mark',
    from: 'features/marking/send-marks.ts',
    by: 'marker',
    what: '提交并取下一份',
    // The mark lies on the PC; the next script is shown while it is sent.
    first: ['/marking/take'],
    ready: async (stage) => {
      await opened(stage);
      for (const point of ['主电路的短路与过载保护', '控制电路的失压与欠压保护'])
        await stage.page.getByRole('radiogroup', { name: point }).getByRole('radio', { name: '2' }).click();
      return button(stage.page, '提交并取下一份');
    },
  },
];
