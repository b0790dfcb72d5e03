import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAddressTest } from '../client-address.ts';
import { ConnectionLimits, limitConnections, readOpenFilesLimit, proveConnection } from './connection-limits.ts';

const limitsFor = (files: number, ...proxies: string[]) => new ConnectionLimits({ files, isProxy: createAddressTest(proxies) });
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

describe('25.21: open connections', () => {
  it('of one address are bounded before the process runs out of files, and other addresses are served', () => {
    const limits = limitsFor(160);
    const flood = linesFrom(limits, '10.0.0.9', 5_000);
    expect(limits.open).toBe(30);
    expect(cutOf(flood)).toBe(4_970);
    const others = Array.from({ length: 80 }, (_, n) => linesFrom(limits, `10.0.1.${n}`, 1)).flat();
    expect(cutOf(others)).toBe(0);
    expect(limits.open).toBe(110);
  });

  it('of many addresses stay below what the process may open, and the address with the most loses', () => {
    const limits = limitsFor(160);
    const few = linesFrom(limits, '10.0.0.1', 2);
    for (let n = 0; n < 40; n += 1) linesFrom(limits, `10.0.2.${n}`, 10);
    expect(limits.open).toBe(120);
    expect(cutOf(few)).toBe(0);
  });

  it('of devices that proved an account or an attempt stay, behind the same address too', () => {
    const limits = limitsFor(160);
    const room = linesFrom(limits, '10.0.0.9', 25);
    room.forEach((line, n) => limits.proven(line, `attempt ${n}`));
    linesFrom(limits, '10.0.0.9', 500);
    for (let n = 0; n < 40; n += 1) linesFrom(limits, `10.0.2.${n}`, 10);
    expect(cutOf(room)).toBe(0);
    expect(limits.open).toBe(120);
  });

  it('of one account beyond a few count as those of strangers', () => {
    const limits = limitsFor(160);
    const lines = linesFrom(limits, '10.0.0.9', 1_000);
    const open = linesFrom(limits, '10.0.0.9', 1_000).map((line) => (limits.proven(line, 'account 1'), line));
    expect(lines.length + open.length - cutOf(lines) - cutOf(open)).toBe(limits.open);
    expect(limits.open).toBeLessThanOrEqual(62);
  });

  it('close the one that has been quiet the longest first', () => {
    const limits = limitsFor(160);
    const lines = linesFrom(limits, '10.0.0.9', 30);
    if (lines[0]) limits.used(lines[0]);
    linesFrom(limits, '10.0.0.9', 1);
    expect([lines[0]?.isCut, lines[1]?.isCut]).toEqual([false, true]);
  });

  it('of a proxy stand for many addresses, so that only the whole is bounded; one IPv6 network is one address', () => {
    const limits = limitsFor(160, '10.0.0.0/8');
    expect(cutOf(linesFrom(limits, '10.0.0.9', 120))).toBe(0);
    const site = limitsFor(160);
    for (let n = 0; n < 100; n += 1) linesFrom(site, `2001:db8::${n}`, 1);
    expect(site.open).toBe(30);
  });

  it('read the bound of the system, and assume little where it is not told', () => {
    expect(readOpenFilesLimit(() => 'Max processes 9 9\nMax open files            4096                 524288               files\n')).toBe(
      4096,
    );
    expect(readOpenFilesLimit(() => 'Max open files            unlimited            unlimited            files\n')).toBe(Infinity);
    expect(readOpenFilesLimit(() => '')).toBe(1024);
    expect(
      readOpenFilesLimit(() => {
        throw new Error('no such file');
      }),
    ).toBe(1024);
  });

  it('are counted on a real server, and let go when they end', async () => {
    const limits = limitsFor(160);
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
