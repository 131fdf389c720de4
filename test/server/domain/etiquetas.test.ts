import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePapel, perFolha } from '../../../server/domain/etiquetas.ts'
import { NUMERO_MAX } from '../../../server/domain/mesa.ts'
import { ALTO, ENTRELINHA, linesOf, setLabel, widthOf } from '../../../server/domain/name-fit.ts'
import { FOLHAS, PAPEIS_DE_ETIQUETA } from '../../../server/domain/papel-de-etiqueta.ts'
import { PROPERTY, upTo } from '../../support/property.ts'

const parse = (fields: Record<string, string>) => parsePapel((field) => fields[field] ?? '')

const TYPED = {
  papel: 'outro',
  folha: 'carta',
  largura: '101,6',
  altura: '33.9 mm',
  esquerda: '4,0',
  topo: '21,2',
  passoX: '106,3',
  passoY: '33,9',
  colunas: '2',
  linhas: '7',
}

for (const papel of PAPEIS_DE_ETIQUETA) {
  test(`every label of ${papel.nome} lies on its sheet, and none on another`, () => {
    const { papel: read, erros } = parse({ papel: papel.id })
    expect([read, erros]).toEqual([papel, {}])
    const { largura, altura } = FOLHAS[papel.folha]
    expect(papel.esquerda + (papel.colunas - 1) * papel.passoX + papel.largura).toBeLessThanOrEqual(largura)
    expect(papel.topo + (papel.linhas - 1) * papel.passoY + papel.altura).toBeLessThanOrEqual(altura)
    expect([papel.passoX >= papel.largura, papel.passoY >= papel.altura]).toEqual([true, true])
  })
}

test('a paper that is typed is read with comma, point or unit, and filled as the one of ours that is like it', () => {
  const { papel, erros } = parse(TYPED)
  expect(erros).toEqual({})
  expect(papel).toMatchObject({ folha: 'carta', largura: 101.6, altura: 33.9, linhas: 7, isIncerto: true })
  expect(papel && perFolha(papel)).toBe(14)
  const own = PAPEIS_DE_ETIQUETA.find(({ id }) => id === '6082')
  expect(papel?.modelo).toEqual(own?.modelo)
})

test('of one column or row the step is the label itself, whatever is typed of it', () => {
  const one = { ...TYPED, colunas: '1', linhas: '1' }
  for (const fields of [
    { ...one, passoX: '', passoY: '' },
    { ...one, passoX: '0', passoY: '9' },
  ])
    expect(parse(fields)).toMatchObject({ erros: {}, papel: { passoX: 101.6, passoY: 33.9 } })
  expect(parse({ ...TYPED, passoX: '' }).erros).toEqual({ passoX: 'Preencha a medida.' })
})

test.each([
  ['largura', '', 'Preencha a medida.'],
  ['largura', 'dez', 'Escreva um número, como 99,5.'],
  ['largura', '39', 'Com menos de 40 mm não cabe um nome.'],
  ['altura', '19,9', 'Com menos de 20 mm não cabe um nome.'],
  ['esquerda', '-1', 'A margem não pode ser negativa.'],
  ['colunas', '1,5', 'Escreva um número inteiro.'],
  ['colunas', '0', 'De 1 a 6 colunas.'],
  ['linhas', '16', 'De 1 a 15 linhas.'],
  ['linhas', '8', 'Passa da folha Carta: 8 linhas vão até 292,4 mm, e ela tem 279,4.'],
  ['colunas', '3', 'Passa da folha Carta: 3 colunas vão até 318,2 mm, e ela tem 215,9.'],
  ['passoX', '101', 'As etiquetas ficariam uma sobre a outra: o passo é de ao menos 101,6 mm, a largura.'],
  ['passoY', '30', 'As etiquetas ficariam uma sobre a outra: o passo é de ao menos 33,9 mm, a altura.'],
  ['dx', '-5', 'Assim as etiquetas saem da folha: de -4 a 4 mm.'],
  ['dy', '11', 'Assim as etiquetas saem da folha: de -10 a 10 mm.'],
] as const)('a paper whose %s is "%s" is told why it cannot be', (field, typed, told) => {
  const { papel, erros } = parse({ ...TYPED, [field]: typed })
  expect(papel).toBeNull()
  expect(erros).toEqual({ [field]: told })
})

test('everything is pushed a little, where the labels stay on the sheet', () => {
  expect(parse({ papel: '6180', dx: '1,5', dy: '-0,5' })).toMatchObject({
    ajuste: { x: 1.5, y: -0.5 },
    erros: {},
  })
  expect(parse({ papel: '6180', dx: '−2' }).ajuste.x).toBe(-2)
})

const anyPapel = fc.oneof(
  fc.constantFrom(...PAPEIS_DE_ETIQUETA),
  fc
    .record({ largura: fc.integer({ min: 40, max: 200 }), altura: fc.integer({ min: 20, max: 280 }) })
    .map(({ largura, altura }) => {
      const one = { largura: String(largura), altura: String(altura), colunas: '1', linhas: '1' }
      const { papel } = parse({ ...TYPED, folha: 'a4', ...one, esquerda: '0', topo: '0' })
      if (!papel) throw new Error('cannot be')
      return papel
    }),
)
const anyWord = fc.oneof(
  fc.stringMatching(/^[A-ZÀ-Ý]{1,20}$/),
  fc.stringMatching(/^[WM]{1,60}$/),
  fc.constantFrom('DE', 'VASCONCELLOS', 'D’ÁVILA', '山田', 'I'),
)
const anyNome = fc
  .array(anyWord, { minLength: 1, maxLength: 12 })
  .map((words) => Array.from(words.join(' ')).slice(0, 60).join('').trim())

test('every name of 60 letters stays inside its label whole, with its company and number, on every paper', () => {
  fc.assert(
    fc.property(
      anyPapel,
      anyNome,
      fc.string({ maxLength: 300 }),
      fc.boolean(),
      (papel, nome, empresa, hasQr) => {
        const { modelo } = papel
        const set = setLabel(papel, { nome, empresa, numero: 'W'.repeat(NUMERO_MAX) }, hasQr)
        expect(set.nome.texto).toBe(nome)
        const mm = 25.4 / 72
        const inner = papel.largura - 2 * modelo.recuo.x
        const isGrande = modelo.tipo === 'cracha-grande'
        const wide = isGrande ? inner : inner - modelo.lado - modelo.vao
        const heightOf = ({ texto, pt }: typeof set.nome) =>
          linesOf(texto, wide / mm / pt, true) * pt * ENTRELINHA * mm
        const room = isGrande ? 44 : papel.altura - 2 * modelo.recuo.y - (modelo.tipo === 'cracha' ? ALTO : 0)
        const beside = isGrande || empresa === '' ? 0 : heightOf(set.empresa) + 1.5
        expect(heightOf(set.nome) + beside).toBeLessThanOrEqual(room + 0.05)
        expect(linesOf(nome, wide / mm / set.nome.pt, true)).toBeLessThanOrEqual(4)
        expect(widthOf(set.numero.texto) * set.numero.pt * mm).toBeLessThanOrEqual(
          isGrande ? 60 : modelo.lado,
        )
      },
    ),
    PROPERTY,
  )
})

test('a short name is as large as it can be, a longer one smaller, and only the end of an endless company is cut', () => {
  const set = (nome: string, empresa = 'Fazenda Santa Clara') =>
    setLabel(PAPEIS_DE_ETIQUETA[0], { nome, empresa, numero: '12' }, true)
  expect(set('ANA LIMA')).toMatchObject({ nome: { pt: 24 }, empresa: { pt: 11 }, numero: { pt: 26 } })
  expect(set('MARIA APARECIDA D’ÁVILA DOS SANTOS').nome.pt).toBe(16)
  expect(set('CRISTIANE SCHLICHTMEIERHOFFER BITTENCOURT DE MELLO FRANCO SÁ').nome.pt).toBe(12)
  const { texto, pt } = set('ANA', 'Cooperativa '.repeat(60).trim()).empresa
  expect([texto.endsWith('…'), texto.length > 100, pt]).toEqual([true, true, 6.05])
})

test('labels of a company without end are set in no time', () => {
  const begin = process.cpuUsage()
  for (let n = 0; n < upTo(300); n++)
    for (const empresa of ['Cooperativa '.repeat(90), 'W'.repeat(1000), '山'.repeat(1000)]) {
      const { texto } = setLabel(
        PAPEIS_DE_ETIQUETA[0],
        { nome: `ANA ${n}`, empresa, numero: '12' },
        true,
      ).empresa
      expect(texto).toMatch(/^(Cooperativa |W|山)+.{0,12}…$/)
    }
  // The processor time of this process, which a busy machine does not lengthen.
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(upTo(3_000))
})
