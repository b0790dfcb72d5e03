import { isPlayerOpen } from '../pwa/sitting-here.ts';

// Interval in milliseconds of the check whether an exam is still being sat on this page.
const lookAgainMs = 30_000;

/**
 * Follows the exam room in which this PC is registered, and fetches the data of its seat. If an exam is being sat on this page, the code for that is
 * loaded only afterwards.
 */
export async function followRoomLater(): Promise<void> {
  if (isPlayerOpen()) setTimeout(() => void followRoomLater(), lookAgainMs);
  else await (await import('./room-machine.ts')).followRoom();
}
