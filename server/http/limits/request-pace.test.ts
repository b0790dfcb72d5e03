import { expect, it } from 'vitest';
import { createRequestPaceGuard } from './request-pace.ts';

function request() {
  const socket = {
    bytesRead: 0,
    cut: false,
    destroy() {
      this.cut = true;
      return this as never;
    },
  };
  return { complete: false, destroyed: false, socket };
}

it('cuts a request that trickles in, but not before it had its time', () => {
  const pace = createRequestPaceGuard();
  const slow = request();
  pace.began(slow);
  pace.look();
  slow.socket.bytesRead += 30;
  expect(slow.socket.cut).toBe(false);
  pace.look();
  expect(slow.socket.cut).toBe(true);
});

it('lets a slow upload go on as long as it moves, and cuts it once it stands still', () => {
  const pace = createRequestPaceGuard();
  const upload = request();
  pace.began(upload);
  for (let n = 0; n < 50; n++) {
    upload.socket.bytesRead += 20_000;
    pace.look();
  }
  expect(upload.socket.cut).toBe(false);
  pace.look();
  expect(upload.socket.cut).toBe(true);
});

it('leaves a whole request alone however long its answer takes, and a new one on its connection gets its own time', () => {
  const pace = createRequestPaceGuard();
  const poll = request();
  pace.began(poll);
  poll.complete = true;
  for (let n = 0; n < 3; n++) pace.look();
  const next = { ...request(), socket: poll.socket };
  pace.began(next);
  pace.look();
  expect(poll.socket.cut).toBe(false);
});
