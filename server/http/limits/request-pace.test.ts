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

it('the request pace guard cuts a request that trickles in, after its time', () => {
  const pace = createRequestPaceGuard();
  const slow = request();
  pace.addRequest(slow);
  pace.cutSlowRequests();
  slow.socket.bytesRead += 30;
  expect(slow.socket.cut).toBe(false);
  pace.cutSlowRequests();
  expect(slow.socket.cut).toBe(true);
});

it('the request pace guard keeps a slow upload as long as it moves, and cuts it once it stalls', () => {
  const pace = createRequestPaceGuard();
  const upload = request();
  pace.addRequest(upload);
  for (let n = 0; n < 50; n++) {
    upload.socket.bytesRead += 20_000;
    pace.cutSlowRequests();
  }
  expect(upload.socket.cut).toBe(false);
  pace.cutSlowRequests();
  expect(upload.socket.cut).toBe(true);
});

it('the request pace guard keeps a complete request, and a new one on its connection starts afresh', () => {
  const pace = createRequestPaceGuard();
  const poll = request();
  pace.addRequest(poll);
  poll.complete = true;
  for (let n = 0; n < 3; n++) pace.cutSlowRequests();
  const next = { ...request(), socket: poll.socket };
  pace.addRequest(next);
  pace.cutSlowRequests();
  expect(poll.socket.cut).toBe(false);
});
