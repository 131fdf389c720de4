import { expect, test } from 'vitest'
import { ditoOf, ditoOfMany } from '../../../../app/porta/page/announcement.ts'
import type { Horas } from '../../../../app/porta/page/looks.ts'
import type { Lida } from '../../../../app/porta/shown.ts'

const HORAS: Horas = { horaOf: (em) => new Date(em).toISOString().slice(11, 16), lista: '19:02' }
const ANA = { credencialid: 'c', nome: 'Ana Lima', mesa: 'Fazenda Santa Clara', finais: '2299' }
const at = (hora: string) => Date.parse(`2027-09-16T${hora}:00Z`)

function aLida(changes: Partial<Lida> = {}): Lida {
  return {
    kind: 'lida',
    entradaid: 'e',
    em: at('19:20'),
    veredito: { kind: 'entrar' },
    por: null,
    convidado: ANA,
    anotado: null,
    modo: 'camera',
    isAdmitida: false,
    isEnsaio: false,
    ...changes,
  }
}

test('an admission says ENTRAR, whom, to which table, and what DESFAZER takes back', () => {
  const dito = ditoOf(aLida({ isAdmitida: true }), HORAS)
  expect(dito).toMatchObject({ palavra: ['ENTRAR'], nome: 'Ana Lima', mesa: 'Fazenda Santa Clara' })
  expect(dito).toMatchObject({ resumo: 'ENTRAR, às 19:20', admitidas: ['e'], fazer: '' })
})

test('a guest who is inside is told with when and by whom they were admitted', () => {
  const veredito = { kind: 'ja-entrou', em: at('19:02'), aparelhoid: 'b' } as const
  expect(ditoOf(aLida({ veredito, por: 'Porta B · Rita' }), HORAS).quando).toBe('às 19:02, porta B · Rita')
  expect(ditoOf(aLida({ veredito, por: '' }), HORAS).quando).toBe('às 19:02')
})

test('nobody of the list is told with the age of the list, the typed code, never what a camera saw', () => {
  const fora = { veredito: { kind: 'fora-da-lista' }, convidado: null } as const
  const typed = ditoOf(aLida({ ...fora, modo: 'codigo', anotado: 'T4KX-88RM' }), HORAS)
  expect(typed).toMatchObject({ quando: 'lista de 19:02', lido: 'T4KX-88RM', nome: '', admitidas: [] })
  expect(ditoOf(aLida({ ...fora, anotado: 'https://elsewhere.example' }), HORAS).lido).toBe('')
  expect(ditoOf(aLida({ ...fora, modo: 'busca', anotado: 'Zuleica' }), HORAS).nome).toBe('Zuleica')
})

test('an admission against the verdict keeps its word and says that it is noted', () => {
  const dito = ditoOf(aLida({ veredito: { kind: 'cancelado' }, isAdmitida: true }), HORAS)
  expect(dito.palavra.join(' ')).toBe('CONVITE CANCELADO')
  expect(dito.fazer).toBe('Entrou mesmo assim, às 19:20: está anotado.')
  expect(dito.resumo).toBe('ENTROU MESMO ASSIM, às 19:20')
})

test('a table says how many entered, and who did not', () => {
  const inside = (entradaid: string) => aLida({ entradaid, isAdmitida: true, modo: 'mesa' })
  const rui = { ...ANA, nome: 'Rui' }
  const outside = aLida({ veredito: { kind: 'cancelado' }, convidado: rui })
  const dito = ditoOfMany([inside('1'), outside, inside('2')], HORAS)
  expect(dito).toMatchObject({ nome: '2 pessoas', admitidas: ['1', '2'], palavra: ['ENTRAR'] })
  expect(dito?.fazer).toBe('Sem entrada agora: Rui. Busque pelo nome.')
  expect(ditoOfMany([inside('1')], HORAS)?.nome).toBe('Ana Lima')
  expect(ditoOfMany([outside], HORAS)?.palavra).toEqual(['CONVITE', 'CANCELADO'])
  expect(ditoOfMany([], HORAS)).toBeNull()
})

test('a rehearsal has every verdict, in the conditional, in one field of its own, and never says ENTRAR', () => {
  const kinds = [
    ...[{ kind: 'entrar' }, { kind: 'cancelado' }, { kind: 'fora-da-lista' }, { kind: 'link-antigo' }],
    { kind: 'ja-entrou', em: at('19:02'), aparelhoid: 'b' },
  ] as Lida['veredito'][]
  const words = kinds.map((veredito) => {
    const [said, anyway] = [false, true].map((isAdmitida) =>
      ditoOf(aLida({ veredito, isAdmitida, isEnsaio: true }), HORAS),
    )
    expect(said?.field).toBe('de-ensaio')
    expect(JSON.stringify([said, anyway])).not.toMatch(/ENTRAR\b|ENTROU|CONVITE CANCELADO|ESTÁ/)
    expect(said?.sinal).toMatch(/vazi[oa]$/)
    return said?.palavra.join(' ')
  })
  expect(words).toEqual([
    ...['ENTRARIA', 'ESTARIA CANCELADO', 'NÃO ESTARIA NA LISTA', 'SERIA LINK ANTIGO', 'JÁ TERIA ENTRADO'],
  ])
  const anyway = ditoOf(aLida({ veredito: { kind: 'cancelado' }, isAdmitida: true, isEnsaio: true }), HORAS)
  expect(anyway.resumo).toBe('ENTRARIA MESMO ASSIM, às 19:20')
  expect(ditoOfMany([aLida({ isAdmitida: true, isEnsaio: true })], HORAS)?.palavra).toEqual(['ENTRARIA'])
})
