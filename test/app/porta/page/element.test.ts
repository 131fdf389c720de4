import { afterEach, expect, test, vi } from 'vitest'
import { followEvento, momentText, setText } from '../../../../app/porta/page/element.ts'

afterEach(() => vi.unstubAllGlobals())

test('times go by the event the page was made of, until the phone hears of it as it is stored', () => {
  vi.stubGlobal('document', { body: { dataset: { inicio: '2027-09-16T19:30:00-03:00' } } })
  const at = Date.UTC(2027, 8, 16, 22, 2)
  followEvento({ inicio: null, now: at })
  expect(momentText(at)).toBe('19h02')
  followEvento({ inicio: '2027-09-23T19:30:00-04:00', now: at })
  expect(momentText(at)).toBe('18h02')
})

test('a time of another day than today has its date, and of another year the year', () => {
  vi.stubGlobal('document', { body: { dataset: { inicio: '2027-09-16T19:30:00-03:00' } } })
  const afterMidnight = Date.parse('2027-09-17T00:40:00-03:00')
  followEvento({ inicio: null, now: afterMidnight })
  expect(momentText(Date.parse('2027-09-17T00:05:00-03:00'))).toBe('0h05')
  expect(momentText(Date.parse('2027-09-16T23:59:00-03:00'))).toBe('16/9, 23h59')
  expect(momentText(Date.parse('2026-11-26T08:32:00-03:00'))).toBe('26/11/2026, 8h32')
})

test('a text is set once, and again only where it is another, whatever a translator put in its place', () => {
  const told: string[] = []
  const element = {
    set textContent(text: string) {
      told.push(text)
    },
    get textContent() {
      return 'translated'
    },
  } as HTMLElement
  for (const text of ['Sem rede', 'Sem rede', 'Conectado', 'Conectado']) setText(element, text)
  expect(told).toEqual(['Sem rede', 'Conectado'])
})
