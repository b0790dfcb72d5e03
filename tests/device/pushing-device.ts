import type { ResponseEnvelope } from '../../sync/contract/call.ts';
import type { DeviceStream } from './sealed-stream.ts';

/** An exam PC that pushes without a pause and repeats each push until it is acknowledged. */
export class PushingDevice {
  readonly stream: DeviceStream;
  readonly #chooseServer: () => string;
  ackedSeq = 0;
  isOver = false;
  /** `chooseServer`: returns the address of the server for the next push. */
  constructor(stream: DeviceStream, chooseServer: () => string) {
    this.stream = stream;
    this.#chooseServer = chooseServer;
  }
  async run(): Promise<void> {
    while (!this.isOver) {
      const push = { ...this.stream.push([{ type: 'answer.set@1', payload: { i: '1', v: ['A'] } }]), stream: this.stream.header };
      let answer: ResponseEnvelope | undefined;
      while (answer?.code !== 0) answer = await this.#send(push);
      this.ackedSeq = (answer.data as { ackedThrough: number }).ackedThrough;
    }
  }
  #send = (body: unknown): Promise<ResponseEnvelope | undefined> =>
    fetch(new URL('/api/sync/push', this.#chooseServer()), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
      .then(async (response) => (await response.json()) as ResponseEnvelope)
      .catch(() => undefined);
}
