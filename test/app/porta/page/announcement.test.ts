import { expect, test } from 'vitest'
import { announcementOf, announcementOfMany } from '../../../../app/porta/page/touches.ts'
import type { Times } from '../../../../app/porta/page/verdict-looks.ts'
import type { Reading } from '../../../../app/porta/reading.ts'
import { aReading, LIDA } from '../../../support/a-reading.ts'

const TIMES: Times = {
  momentOf: (em) => new Date(em).toISOString().slice(11, 16),
  listTime: '19:02',
}
const at = (time: string) => Date.parse(`2027-09-16T${time}:00Z`)

test('an admission says ENTRAR, whom, to which table, and what Desfazer takes back', () => {
  const announcement = announcementOf(aReading({ isAdmitted: true }), TIMES)
  expect(announcement).toMatchObject({
    headline: ['ENTRAR'],
    nome: 'Ana Lima',
    mesa: 'Fazenda Santa Clara',
    numero: '12',
  })
  expect(announcement).toMatchObject({ summary: 'ENTRAR, às 19:20', admitted: ['e'], advice: '' })
})

test('a guest who entered on another day is told with that day', () => {
  const veredito = { kind: 'ja-entrou', em: at('08:32'), aparelhoid: 'b' } as const
  const times = { momentOf: () => '26/11/2026, 08:32', listTime: '15/9, 19:02' }
  expect(announcementOf(aReading({ veredito, by: 'Porta B' }), times).when).toBe(
    'em 26/11/2026, 08:32, porta B',
  )
  const unknown = aReading({ veredito: { kind: 'fora-da-lista' }, convidado: null, modo: 'codigo' })
  expect(announcementOf(unknown, times).advice).toContain('depois de 15/9, 19:02.')
})

test('a guest who is inside is told with when and by whom they were admitted', () => {
  const veredito = { kind: 'ja-entrou', em: at('19:02'), aparelhoid: 'b' } as const
  expect(announcementOf(aReading({ veredito, by: 'Porta B · Rita' }), TIMES).when).toBe(
    'às 19:02, porta B · Rita',
  )
  expect(announcementOf(aReading({ veredito, by: '' }), TIMES).when).toBe('às 19:02')
})

test('nobody of the list is told with the age of the list, the typed code, never what a camera saw', () => {
  const fora = { veredito: { kind: 'fora-da-lista' }, convidado: null } as const
  const typed = announcementOf(aReading({ ...fora, modo: 'codigo', anotado: 'T4KX-88RM' }), TIMES)
  expect(typed).toMatchObject({ when: 'lista de 19:02', typedCode: 'T4KX-88RM', nome: '', admitted: [] })
  expect(announcementOf(aReading({ ...fora, anotado: 'https://elsewhere.example' }), TIMES).typedCode).toBe(
    '',
  )
  expect(announcementOf(aReading({ ...fora, modo: 'busca', anotado: 'Zuleica' }), TIMES).nome).toBe('Zuleica')
})

test.each([
  ['00020126330014BR.GOV.BCB.PIX0111112223334445204000053039865802BR', 'É um código PIX'],
  ['WIFI:S:vinho;T:WPA;P:tinto;;', 'É um código de Wi-Fi'],
  ['https://vinhos.example/safra', 'É o endereço de outra página'],
  ['7896006711116', 'É um código de outra coisa'],
  ['2.1820502000000abcdefghijklmnopqrstuv', 'lista de 19:02'],
])('a camera’s %s is told as what it is, in a rehearsal too', (anotado, when) => {
  for (const world of ['real', 'teste'] as const) {
    const fora = { veredito: { kind: 'fora-da-lista' }, convidado: null, anotado, world } as const
    const announcement = announcementOf(aReading(fora), TIMES)
    expect(announcement.headline.join(' ')).toMatch(/NA LISTA$/)
    if (world === 'real' || !when.startsWith('lista')) expect(announcement.when).toBe(when)
    if (!when.startsWith('lista')) expect(announcement.advice).toMatch(/Peça o QR da credencial/)
    expect(JSON.stringify(announcement)).not.toContain(anotado)
  }
})

test('an admission against the verdict keeps its word and says that it is noted', () => {
  const announcement = announcementOf(aReading({ veredito: { kind: 'cancelado' }, isAdmitted: true }), TIMES)
  expect(announcement.headline.join(' ')).toBe('CONVITE CANCELADO')
  expect(announcement.advice).toBe('Entrou mesmo assim, às 19:20: está anotado.')
  expect(announcement.summary).toBe('Entrou mesmo assim, às 19:20')
})

test('a table says how many entered, and who did not', () => {
  const inside = (entradaid: string) => aReading({ entradaid, isAdmitted: true, modo: 'mesa' })
  const named = (nome: string) => ({ ...LIDA, nome })
  const outside = aReading({ veredito: { kind: 'cancelado' }, convidado: named('Rui') })
  const bia = { ...inside('2'), convidado: named('Bia Prado') }
  const announcement = announcementOfMany([inside('1'), outside, bia], TIMES)
  expect(announcement).toMatchObject({ nome: '2 pessoas', admitted: ['1', '2'], headline: ['ENTRAR'] })
  expect(announcement?.advice).toBe('Sem entrada agora: Rui. Busque pelo nome.')
  expect(announcement?.nomes).toEqual(['Ana Lima', 'Bia Prado'])
  expect(announcementOfMany([inside('1')], TIMES)?.nome).toBe('Ana Lima')
  expect(announcementOfMany([outside], TIMES)?.headline).toEqual(['CONVITE', 'CANCELADO'])
  expect(announcementOfMany([], TIMES)).toBeNull()
})

test('a rehearsal has every verdict, in the conditional, in one field of its own, and never says ENTRAR', () => {
  const kinds = [
    ...[{ kind: 'entrar' }, { kind: 'cancelado' }, { kind: 'fora-da-lista' }, { kind: 'link-antigo' }],
    { kind: 'ja-entrou', em: at('19:02'), aparelhoid: 'b' },
  ] as Reading['veredito'][]
  const words = kinds.map((veredito) => {
    const [said, anyway] = [false, true].map((isAdmitted) =>
      announcementOf(aReading({ veredito, isAdmitted, world: 'ensaio' }), TIMES),
    )
    expect(said?.field).toBe('de-ensaio')
    expect(JSON.stringify([said, anyway])).not.toMatch(/ENTRAR\b|ENTROU|CONVITE CANCELADO|ESTÁ/)
    expect(said?.shape).toMatch(/^hollow-/)
    return said?.headline.join(' ')
  })
  expect(words).toEqual([
    ...['ENTRARIA', 'ESTARIA CANCELADO', 'NÃO ESTARIA NA LISTA', 'SERIA LINK ANTIGO', 'JÁ TERIA ENTRADO'],
  ])
  const anyway = announcementOf(
    aReading({ veredito: { kind: 'cancelado' }, isAdmitted: true, world: 'ensaio' }),
    TIMES,
  )
  expect(anyway.summary).toBe('Entraria mesmo assim, às 19:20')
  expect(announcementOfMany([aReading({ isAdmitted: true, world: 'ensaio' })], TIMES)?.headline).toEqual([
    'ENTRARIA',
  ])
})
