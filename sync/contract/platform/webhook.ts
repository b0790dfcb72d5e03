import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { deliveryState } from '../codes.ts';
import { defineResource } from '../resource.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { emptyInput, epochMs, id, listInput, listOutput, shortText } from '../scalars.ts';

/** Events that can be sent to a webhook. `docs/interfaces.md` describes the data of each. */
export const webhookEvents = ['planPublished', 'handedIn', 'scoresReleased', 'certificateIssued', 'applicationDecided'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** `test`: sent by the test button only. */
const deliveredEvents = [...webhookEvents, 'test'] as const;
export type DeliveredEvent = (typeof deliveredEvents)[number];

/** Addresses that a webhook may have: HTTPS, or this machine itself, which is reached only if the operator allows it. No user or fragment. */
export const webhookAddress = /^(https:\/\/[^\s#@/?]+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)([/?][^\s#]*)?$/i;

/** Placeholders of a message template, written {{name}}. In a message about an application, `planName` is its batch or project. */
export const messagePlaceholders = ['name', 'phone', 'ticketNo', 'planName', 'schoolName', 'certificateNumber', 'decision'] as const;
/** Kinds of a message's body: JSON, a form, or plain text. */
export const messageTypes = ['json', 'form', 'text'] as const;
export type MessageType = (typeof messageTypes)[number];

/** State of a webhook. `noSecret`: nothing is sent before its secret was shown. `failing`: the last try failed. `paused`: after failing for a day. */
export const webhookStates = ['working', 'failing', 'paused', 'noSecret', 'off'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** An address of another system that receives a school's events. */
export const webhookResource = defineResource({
  name: 'webhook',
  words: ['推送地址', 'Webhook'],
  of: 'school',
  title: 'name',
  fields: {
    name: { words: ['名称', 'Name'], is: shortText.max(40), blank: '', example: '教务系统', search: true, sort: true, unique: true },
    address: {
      words: ['接收地址', 'Address'],
      is: z.string().trim().max(500).regex(webhookAddress),
      blank: '',
      example: 'https://sis.school.example/wenkao',
    },
    events: {
      words: ['事件', 'Events'],
      is: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
      blank: [],
      example: ['planPublished', 'handedIn'],
      storedAs: 'json',
    },
    enabled: { words: ['启用', 'In use'], is: z.boolean(), blank: true, example: true, storedAs: 'flag', filter: true },
    /** Template that is filled in and sent once for each person concerned; '' sends the event itself. */
    message: { words: ['消息模板', 'Message template'], is: z.string().trim().max(4000), blank: '', example: '' },
    messageType: { words: ['消息格式', 'Message format'], is: z.enum(messageTypes), blank: 'json', example: 'json' },
  },
  shown: {
    state: { words: ['状态', 'Status'], is: z.enum(webhookStates) },
    /** Time of the first failed delivery after the last success; null if the last delivery succeeded. */
    failingSinceMs: { is: epochMs.nullable() },
    /** Number of deliveries to this address that are not sent yet. */
    waiting: { words: ['待推送', 'Waiting'], is: z.int().min(0) },
  },
});

const staff = ['school'] as const;
const state = z.literal(Object.values(deliveryState));
const delivery = z.object({
  id,
  /** Value of the header `Wenkao-Delivery`; the same for every try of a delivery. */
  key: z.string(),
  event: z.enum(deliveredEvents),
  state,
  attempts: z.int().min(0),
  createdMs: epochMs,
  /** Time of the last try to send the delivery; null before the first. */
  triedMs: epochMs.nullable(),
  /** Time of the next try to send the delivery; null if there is none. */
  nextMs: epochMs.nullable(),
  /** HTTP status of the receiver's last reply; 0 for none. */
  status: z.int().min(0),
  /** First line of the receiver's last reply, at most 200 characters. */
  answer: z.string(),
  /** Reason for the last failure, in the caller's language; '' for none. */
  error: z.string(),
});

export const webhookCalls = defineCalls('webhook', {
  ...defineResourceCalls(webhookResource, { read: staff, change: staff }),
  newSecret: {
    summary: 'Replace the secret of a webhook; it is shown once, and signs everything from now on',
    input: z.object({ id }),
    output: z.object({ secret: z.string() }),
    access: staff,
    errors: ['notFound'],
    changes: true,
    once: true,
  },
  test: {
    summary: 'Send a test event to a webhook at once, and tell what its receiver answered',
    input: z.object({ id }),
    output: z.object({ ok: z.boolean(), text: z.string() }),
    access: staff,
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  preview: {
    summary: 'Fill in a message template for a person of our school, and name those who cannot get it, because they have no phone number',
    input: z.object({ message: z.string().max(4000), messageType: z.enum(messageTypes) }),
    output: z.object({
      body: z.string(),
      /** Students and examinees without a phone number: how many, and the names of the first. */
      withoutPhone: z.int().min(0),
      names: z.array(z.string()),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  resume: {
    summary: 'End the pause of a webhook; everything that was not delivered is sent again',
    input: z.object({ id }),
    output: emptyInput,
    access: staff,
    errors: ['notFound'],
    changes: true,
    once: true,
  },
  getDeliveries: {
    summary: 'Deliveries of a webhook within 30 days, newest first',
    input: listInput(z.object({ webhookId: id, state: state.optional() })),
    output: listOutput(delivery),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  sendAgain: {
    summary: 'Send a delivery once more, under the same id',
    input: z.object({ deliveryId: id }),
    output: emptyInput,
    access: staff,
    errors: ['notFound'],
    changes: true,
    once: true,
  },
});
