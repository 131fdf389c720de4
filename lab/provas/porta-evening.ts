import type { TestPhone } from '../../test/support/phones.ts'
import type { Hall } from './porta-hall.ts'

/** How long the phones hear nothing from each other, in milliseconds. */
export const OFFLINE_MS = 4 * 3_600_000
/** The shortest time between two scans: far longer than the phones' clocks can disagree. */
const APART_MS = 2_000
/** One in this many guests is admitted by another phone, too. */
const OVERLAP = 10
/** One in this many admissions is taken back at once. */
const ANNULLED = 20

/** Somebody changes this phone's clock at this share of the evening, by at most this much. */
const CHANGED = { phone: 2, at: 0.4, ms: 3 * 3_600_000 }
/** This phone's page is closed and opened again. */
const REOPENED = { phone: 4, at: 0.6 }

/** What the phones did, in order. */
export interface Evening {
  /** Credencialids of all admissions, by entradaid. */
  made: Map<string, string>
  /** Entradaids of admissions that their phones took back. */
  annulled: Set<string>
}

interface Scan {
  phone: number
  credencialid: string
}

/** Phones without a network scan guests: each its own, and some of another phone's. */
export async function liveApart(phones: TestPhone[], hall: Hall, draw: () => number): Promise<Evening> {
  const evening: Evening = { made: new Map(), annulled: new Set() }
  const scans = scansOf(hall, phones.length, draw)
  const waits = waitsOf(scans.length, draw)
  for (const [n, { phone, credencialid }] of scans.entries()) {
    for (const each of phones) each.pass(waits[n] ?? 0)
    if (n === Math.floor(scans.length * CHANGED.at))
      phones[CHANGED.phone]?.changeClock(Math.round((2 * draw() - 1) * CHANGED.ms))
    if (n === Math.floor(scans.length * REOPENED.at)) await phones[REOPENED.phone]?.reopen()
    const porta = phones[phone]?.porta
    const read = await porta?.read(hall.urlOf(credencialid))
    if (read?.kind !== 'read' || !read.isAdmitted)
      throw new Error(`phone ${phone}: no green for a guest outside`)
    evening.made.set(read.entradaid, credencialid)
    if (draw() >= 1 / ANNULLED) continue
    await porta?.annul(read.entradaid)
    evening.annulled.add(read.entradaid)
  }
  return evening
}

/** Which phone scans which guest, in random order; no phone scans a guest twice. */
function scansOf({ convidados }: Hall, phones: number, draw: () => number): Scan[] {
  const own = convidados.map((credencialid, n) => ({ phone: n % phones, credencialid }))
  const others = own
    .filter((_, n) => Math.floor(n / phones) % OVERLAP === 0)
    .map(({ phone, credencialid }) => ({
      phone: (phone + 1 + Math.floor(draw() * (phones - 1))) % phones,
      credencialid,
    }))
  return [...own, ...others]
    .map((scan) => ({ scan, place: draw() }))
    .sort((a, b) => a.place - b.place)
    .map(({ scan }) => scan)
}

/** The time before each scan, in milliseconds: {@link OFFLINE_MS} in all. */
function waitsOf(count: number, draw: () => number): number[] {
  const shares = Array.from({ length: count }, draw)
  const all = shares.reduce((sum, share) => sum + share, 0)
  const spare = OFFLINE_MS - count * APART_MS
  return shares.map((share) => Math.round(APART_MS + (spare * share) / all))
}
