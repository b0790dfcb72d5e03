import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionLimits, limitConnections, proveConnection } from './connection-limits.ts';

function lineFrom(remoteAddress: string) {
  const line = { remoteAddress, isCut: false, destroy: () => ((line.isCut = true), line as never) };
  return line;
}
const linesFrom = (limits: ConnectionLimits, address: string, count: number) =>
  Array.from({ length: count }, () => {
    const line = lineFrom(address);
    limits.opened(line);
    return line;
  });
const cutOf = (lines: readonly { isCut: boolean }[]): number => lines.filter(({ isCut }) => isCut).length;

describe('open connections', () => {
  it('of one address never exceed the total, and give way to connections of other addresses', () => {
    const limits = new ConnectionLimits(120);
    const flood = linesFrom(limits, '10.0.0.9', 5_000);
    expect(limits.open).toBe(120);
    expect(cutOf(flood)).toBe(4_880);
    const others = Array.from({ length: 50 }, (_, n) => linesFrom(limits, `10.0.1.${n}`, 1)).flat();
    expect(cutOf(others)).toBe(0);
    expect(limits.open).toBe(120);
  });

  it('of a school that reconnects all its PCs behind one address are kept before any request', () => {
    const limits = new ConnectionLimits(15_000);
    expect(cutOf(linesFrom(limits, '10.0.0.9', 10_000))).toBe(0);
  });

  it('without proof of an attempt are limited by memory, others only by open files', () => {
    const limits = new ConnectionLimits(1_000, 100);
    const hall = Array.from({ length: 500 }, (_, n) =>
      linesFrom(limits, '10.0.0.9', 1).map((line) => (limits.setCaller(line, `attempt ${n}`), line)),
    ).flat();
    linesFrom(limits, '10.0.0.7', 300);
    expect(limits.open).toBe(600);
    expect(cutOf(hall)).toBe(0);
  });

  it('of many addresses are limited by open files, and the address with the most loses connections', () => {
    const limits = new ConnectionLimits(120);
    const few = linesFrom(limits, '10.0.0.1', 2);
    for (let n = 0; n < 40; n += 1) linesFrom(limits, `10.0.2.${n}`, 10);
    expect(limits.open).toBe(120);
    expect(cutOf(few)).toBe(0);
  });

  it('that proved an account or attempt are kept in a flood from the same and other addresses', () => {
    const limits = new ConnectionLimits(120);
    const room = linesFrom(limits, '10.0.0.9', 25);
    room.forEach((line, n) => limits.setCaller(line, `attempt ${n}`));
    linesFrom(limits, '10.0.0.9', 500);
    for (let n = 0; n < 40; n += 1) linesFrom(limits, `10.0.2.${n}`, 10);
    expect(cutOf(room)).toBe(0);
    expect(limits.open).toBe(120);
  });

  it('of one account are kept up to 32, and count as unproven beyond that', () => {
    const limits = new ConnectionLimits(120);
    const lines = linesFrom(limits, '10.0.0.9', 100);
    for (const line of lines) limits.setCaller(line, 'account 1');
    linesFrom(limits, '10.0.0.7', 1_000);
    // 32 of the 120 connections stay as known ones of the account. The two addresses share the other 88, so 44 unproven ones of this address stay.
    expect(lines.length - cutOf(lines)).toBe(32 + 44);
  });

  it('are closed in the order in which they were last used', () => {
    const limits = new ConnectionLimits(120);
    const lines = linesFrom(limits, '10.0.0.9', 120);
    if (lines[0]) limits.used(lines[0]);
    linesFrom(limits, '10.0.0.9', 1);
    expect([lines[0]?.isCut, lines[1]?.isCut]).toEqual([false, true]);
  });

  it('of one IPv6 network count as one address', () => {
    const limits = new ConnectionLimits(120);
    const few = linesFrom(limits, '2001:db9::1', 2);
    for (let n = 0; n < 200; n += 1) linesFrom(limits, `2001:db8::${n}`, 1);
    expect(limits.open).toBe(120);
    expect(cutOf(few)).toBe(0);
  });

  it('are counted on a real server and freed when they end', async () => {
    const limits = new ConnectionLimits(30);
    const server = createServer(({ socket }, response) => {
      proveConnection(socket, 'attempt 1');
      response.end('ok');
    });
    limitConnections(server, limits);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const opened: Socket[] = [];
    for (let n = 0; n < 60; n += 1)
      await new Promise<void>((done) => opened.push(connect(port, '127.0.0.1', done).on('error', () => undefined)));
    await expect.poll(() => limits.open).toBe(30);
    const answer = await new Promise<IncomingMessage>((done) => get({ port, agent: false }, done));
    expect(answer.statusCode).toBe(200);
    answer.resume();
    for (const socket of opened) socket.destroy();
    await expect.poll(() => limits.open).toBe(0);
    server.close();
  });
});
