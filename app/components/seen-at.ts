import { shortDayOf, eventTime } from './event-clock'

/**
 * When something was last seen, to the minute: `agora`, `há 12 min`, `19h31`, or `14/9, 19h31`.
 * @param iso tells the clock of the event by its offset
 */
export function seenAt(iso: string, at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 2) return 'agora'
  if (minutes < 60) return `há ${minutes} min`
  const [dia, hora] = [shortDayOf(iso, at), eventTime(iso, at)]
  return dia === shortDayOf(iso, now) ? hora : `${dia}, ${hora}`
}
