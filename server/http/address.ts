import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The client's address, as far as the proxies in front are trusted: with `hops` of them, the `hops`-th entry of
 * X-Forwarded-For from the right, which the outermost trusted proxy wrote; what stands left of it a client can make
 * up. With 0 hops the header is never read. A header with fewer entries did not come through all proxies: then, and
 * for an entry that is no address, the socket's address, which nobody can choose.
 * @returns an IPv4 address, or the /56 of an IPv6 address as `2001:db8:0:100::/56`; `unknown` once the client is gone
 */
export function addressOf(req: IncomingMessage, hops: number): string {
  const socket = group(req.socket.remoteAddress ?? '') ?? 'unknown'
  if (hops === 0) return socket
  const forwarded = req.headers['x-forwarded-for'] ?? ''
  const entries = (Array.isArray(forwarded) ? forwarded.join() : forwarded).split(',')
  return group(withoutPort(entries.at(-hops) ?? '')) ?? socket
}

/** A home line has a whole /56 to choose from, a phone a /64 of it, so each counts as one address (decision 0021). */
function group(raw: string): string | null {
  const address = raw.split('%')[0] ?? ''
  if (isIP(address) === 4) return address
  if (isIP(address) !== 6) return null
  const groups = expand(address)
  const isMapped = groups.slice(0, 5).every((part) => part === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((part) => [part >> 8, part & 255])
      .join('.')
  const [first = 0, second = 0, third = 0, fourth = 0] = groups
  const prefix = [first, second, third, fourth & 0xff00].map((part) => part.toString(16))
  return `${prefix.join(':')}::/56`
}

function expand(address: string): number[] {
  // The URL parser writes an embedded IPv4 address in hexadecimal.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((part) => parseInt(part, 16))
}

function withoutPort(entry: string): string {
  const text = entry.trim()
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}
