import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  assuntoOf,
  camposOf,
  GRUPOS,
  isRetold,
  NA_AGENDA,
  NO_CONVITE,
  TODOS,
  withoutPessoais,
  withPessoaisOf,
} from '../../../server/domain/assuntos.ts'
import { withDates, type Evento } from '../../../server/domain/evento.ts'

const EVENTO: Evento = {
  anfitriao: 'Sociedade Rural',
  ocasiao: 'Palestra',
  titulo: 'A terra',
  inicio: '2027-09-16T19:30:00-03:00',
  fim: '2027-09-16T22:00:00-03:00',
  local: 'Auditório',
  cidade: 'Vale Dourado',
  endereco: 'Av. dos Ipês, 1200',
  informacoes: 'Traje esporte.',
  acessibilidade: 'Rampa na entrada.',
  contato: '65 99812-3187',
  diasAteApagar: 30,
  inscricoesAte: '2027-09-15T20:00:00-03:00',
  nomesNaMesa: false,
  assinaturas: [{ nome: 'Helena', cargo: 'diretora' }],
  minutos: 90,
}

test('each input belongs to one field', () => {
  const campos = TODOS.flatMap(camposOf)
  expect(new Set(campos).size).toBe(campos.length)
})

test('each field has its place on the form', () => {
  expect(Object.values(GRUPOS).flat(2).sort()).toEqual(
    TODOS.filter((name) => assuntoOf(name).forma.kind !== 'em-outra-pagina').sort(),
  )
})

test('the guide names each field of the file that describes the event', () => {
  const sections = readFileSync('docs/producao.md', 'utf8').split('\n## ')
  const section = sections.find((one) => one.includes('Describing the event\n')) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/\w+(?=`)/g) ?? [])
  expect(named.sort()).toEqual([...TODOS].sort())
})

test('a field that is a date is written otherwise with the other dates', () => {
  const written = withDates(EVENTO, () => 'written')
  const isWritten = TODOS.filter((name) => written[name] === 'written')
  const isDate = TODOS.filter((name) => ['momento', 'prazo'].includes(assuntoOf(name).forma.kind))
  expect(isWritten).toEqual(isDate)
})

test('an invitation is drawn anew for what it shows, and for no other offset of the same instant', () => {
  const changed = (fields: Partial<Evento>) => isRetold(NO_CONVITE, EVENTO, { ...EVENTO, ...fields })
  expect(changed({ cidade: 'Outra' })).toBe(true)
  expect(changed({ inicio: '2027-09-16T20:30:00-03:00' })).toBe(true)
  expect(changed({ inicio: '2027-09-16T22:30:00Z', contato: 'x', minutos: 60 })).toBe(false)
  expect(isRetold(NA_AGENDA, EVENTO, { ...EVENTO, fim: '2027-09-16T23:00:00-03:00' })).toBe(true)
  expect(isRetold(NA_AGENDA, EVENTO, { ...EVENTO, anfitriao: 'Clube' })).toBe(false)
})

test('whom the event names is taken out, and put back from another', () => {
  const { assinaturas, ...kept } = EVENTO
  const nobody = { ...kept, contato: '' }
  expect(withoutPessoais(EVENTO)).toStrictEqual(nobody)
  expect(withPessoaisOf({ ...nobody, titulo: 'O tempo' }, EVENTO)).toStrictEqual({
    ...EVENTO,
    titulo: 'O tempo',
    assinaturas,
  })
  expect(withPessoaisOf(EVENTO, nobody)).toStrictEqual(nobody)
})
