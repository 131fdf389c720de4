import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPessoa } from '../../../server/domain/pessoa-escrita.ts'
import { labelOf, read } from '../../support/pessoa-lida.ts'
import { PROPERTY } from '../../support/property.ts'

const QUANTOS = '? lugares: 4 lugares / 2 lugares / 3 lugares / 5 lugares / 6 lugares / 1 lugar'
const FORA = '? entra: Deixar de fora / Entra assim'

test.each<[string, string, ...string[]]>([
  ['1', '2 lugares'],
  ['1,0', '2 lugares'],
  ['+ 3', '4 lugares'],
  ['5 pessoas', '6 lugares'],
  ['1 (esposa)', '2 lugares'],
  ['sim', '2 lugares'],
  ['esposa e filho', '3 lugares | esposa e filho'],
  ['família', '4 lugares | família', QUANTOS],
  ...['0', 'não', '-', 'nenhum', ''].map((cell): [string, string] => [cell, '']),
  ['Maria Souza', '2 lugares | Maria Souza'],
  ['talvez', 'talvez', '! Acompanhantes “talvez”: não diz quantos são; fica na observação'],
  ['#N/D', '', '! Acompanhantes “#N/D”: a fórmula não deu resultado; fica vazio'],
])('companions beside a name: "%s"', (acompanhantes, said, ...more) => {
  expect(read({ nome: 'Ana', acompanhantes })).toEqual([said === '' ? 'ANA' : `ANA | ${said}`, ...more])
})

test('who is named in the row is no companion besides', () => {
  expect(read({ nome: 'João e Maria Lima', acompanhantes: '1' }).slice(0, 2)).toEqual([
    'JOÃO LIMA',
    'MARIA LIMA',
  ])
  expect(read({ nome: 'João e família', acompanhantes: '3' })).toEqual(['JOÃO | 4 lugares | família'])
  expect(read({ nome: 'Ana Lima', lugares: '2' })).toEqual(['ANA LIMA | 2 lugares'])
  expect(read({ nome: 'Ana Lima', lugares: '1' })).toEqual(['ANA LIMA'])
  expect(read({ nome: 'João e Maria Lima', lugares: '3' })[0]).toBe('JOÃO LIMA | 2 lugares')
  expect(read({ nome: 'Família Alves', lugares: '5' })[0]).toBe('FAMÍLIA ALVES | 5 lugares')
})

test('other cells that cannot be read are left out; a lost company is asked', () => {
  const ana = (cells: Record<string, string>) => read({ nome: 'Ana', ...cells })
  const SEM = '? sem-empresa: Entra sem empresa / Deixar de fora'
  expect(ana({ email: 'a@b' })).toEqual(['ANA', '! email “a@b”: não é um e-mail completo; entra sem e-mail'])
  expect(ana({ email: 'a@b.com' })).toEqual(['ANA | a@b.com'])
  expect(ana({ nota: '#REF!' })).toEqual(['ANA', '! nota “#REF!”: a fórmula não deu resultado; fica vazio'])
  for (const empresa of ['#N/D', '=PROCV(A2)']) expect(ana({ empresa })).toEqual(['ANA', SEM])
  expect(ana({ empresaid: 'são' })).toEqual(['ANA', SEM])
  expect(ana({ empresaid: 'acme', empresa: '#N/D' })).toEqual(['ANA | acme'])
  expect(ana({ empresaid: 'são', empresa: 'Serra' })).toEqual([
    'ANA | Serra',
    '! empresaid “são”: não é código de empresa; usamos o nome',
  ])
  expect(ana({ confirmou: 'não vem' })).toEqual([FORA])
  expect(
    readPessoa({ nome: 'Ana', estado: 'Desistiu', acompanha: 'Rui' }, {}, { labelOf, ddd: null }),
  ).toMatchObject({
    rows: [{ isWithdrawn: true, acompanha: 'Rui' }],
  })
})

test('whatever is typed, a row enters, is asked about or is refused; its questions have ids of their own', () => {
  const sign = fc.constantFrom(...Array.from('Aã1 .,+&/()[]*"–-:#=e🙏\u200b\ud83d\n'))
  const cell = fc.oneof(
    fc.string(),
    fc.array(sign, { maxLength: 60 }).map((signs) => signs.join('')),
  )
  const fields = ['nome', 'telefone', 'email', 'empresaid', 'empresa', 'acompanhantes', 'nota', 'confirmou']
  const row = fc.record(Object.fromEntries(fields.map((field) => [field, cell])))
  fc.assert(
    fc.property(row, (cells) => {
      const said = readPessoa(cells, {}, { labelOf, ddd: '34' })
      if (said.kind === 'recusada') {
        expect(said.problems).toHaveLength(1)
        return
      }
      const ids = said.perguntas.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(said.rows.length + ids.length).toBeGreaterThan(0)
      for (const { cadastro, nota, lugares } of said.rows) {
        const { nome, telefone } = cadastro
        expect([nome, telefone]).toEqual([
          expect.stringMatching(/\p{L}.*\p{L}/u),
          expect.stringMatching(/^(\d{10,11})?$/),
        ])
        expect([lugares >= 1, lugares <= 10, nota.length <= 400]).toEqual([true, true, true])
      }
    }),
    PROPERTY,
  )
})

test.each([' ', '(', 'Sr. ', ', ', ' e ', '+ ', '* ', '1 ', 'a.', ' - ', '/', '9-', '😀', 'e filho '])(
  'a cell of nothing but "%s" is read at once',
  (sign) => {
    const cell = sign.repeat(100_000)
    const started = performance.now()
    for (const nome of [`Ana ${cell}x`, `Ana ${sign.repeat(60)}x`])
      read({ nome, telefone: cell, email: cell, empresa: cell, acompanhantes: cell, nota: cell })
    expect(performance.now() - started).toBeLessThan(2_000)
  },
)
