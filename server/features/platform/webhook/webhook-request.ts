import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { webhookAddress } from '../../../../sync/contract/platform/webhook.ts';
import type { Message } from '../../../http/handler.ts';
import { classifyConnectionError, sendOutbound } from '../../../outbound/outbound-request.ts';
import { createOutboundNetwork, type OutboundNetwork, type ResolveName } from '../../../outbound/outbound-network.ts';
import { webhookMessages as messages } from './webhook-messages.ts';

/** Failure of a delivery that reached no receiver, with the reason as a message for people. */
export class WebhookFault extends Error {
  override readonly name = 'WebhookFault';
  readonly text: Message;
  constructor(text: Message, cause?: unknown) {
    super(text.en, { cause });
    this.text = text;
  }
}

/** One try to deliver a message to a webhook. */
export interface WebhookRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
}

/** Answer of a receiver. `line`: its first line, at most 200 characters. */
export interface WebhookAnswer {
  readonly status: number;
  readonly line: string;
}

/** Sends a request to a webhook. Throws a `WebhookFault`. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>;

/** Computes the value of `Wenkao-Signature`: HMAC-SHA256 of time stamp (s), full stop and body. */
export const signWebhook = (secret: string, timestamp: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** Creates the network of webhooks: only addresses of the internet, and those that the operator allows (`WENKAO_WEBHOOK_ALLOW`). */
export const createWebhookNetwork = (allowed: readonly string[], resolveName?: ResolveName): OutboundNetwork =>
  createOutboundNetwork(
    {
      reach: 'public',
      allowed,
      setting: 'WENKAO_WEBHOOK_ALLOW',
      faults: {
        nameUnknown: (host) => new WebhookFault(messages.nameUnknown(host)),
        addressRefused: (host) => new WebhookFault(messages.addressRefused(host)),
      },
    },
    resolveName,
  );

/** Creates the function that sends requests to webhooks over the network. */
export const createWebhookTransport =
  (network: OutboundNetwork): SendWebhook =>
  async ({ address, headers, body, stopping }) => {
    if (!webhookAddress.test(address) || !URL.canParse(address)) throw new WebhookFault(messages.addressInvalid());
    const url = new URL(address);
    try {
      const answer = await sendOutbound(network, url, { method: 'POST', headers, body, stopping });
      return { status: answer.statusCode ?? 0, line: await readFirstLine(answer) };
    } catch (error) {
      throw error instanceof WebhookFault ? error : new WebhookFault(describeFault(error, url.hostname), error);
    }
  };

/** Largest part (bytes) of a receiver's answer that is read. */
const maxBytes = 2048;
const maxCharacters = 200;

/** Reads the first line of an answer and closes the connection. The status counts even if the rest is slow, broken or endless. */
async function readFirstLine(answer: IncomingMessage): Promise<string> {
  let receivedBytes = Buffer.alloc(0);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      receivedBytes = Buffer.concat([receivedBytes, chunk]).subarray(0, maxBytes);
      if (receivedBytes.length === maxBytes || receivedBytes.includes(10)) break;
    }
  } catch {
    // Ignore the error and show the part of the answer that has arrived.
  } finally {
    answer.destroy();
  }
  const [line = ''] = receivedBytes.toString('utf8').split('\n', 1);
  return line
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, maxCharacters);
}

function describeFault(error: unknown, host: string): Message {
  const { kind, reason } = classifyConnectionError(error);
  if (kind === 'certificate') return messages.certificateRefused(host, reason);
  if (kind === 'tls') return messages.noTls(host);
  if (kind === 'timedOut') return messages.timedOut(host);
  if (kind === 'unreachable') return messages.unreachable(host, reason);
  return messages.noAnswer(host);
}
