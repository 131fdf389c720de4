import {
  FOLHAS,
  PAPEIS_DE_ETIQUETA,
  type Medidas,
  type Modelo,
  type PapelDeEtiqueta,
} from './papel-de-etiqueta.ts'

export const OUTRO = 'outro'

/** The fields of a custom paper, in the order of its form. */
export const CAMPOS = [
  ...(['largura', 'altura', 'esquerda', 'topo', 'passoX', 'passoY', 'colunas', 'linhas'] as const),
] satisfies (keyof Medidas)[]

/** The smallest label, in millimetres, that has room for a name. */
const MENOR = { largura: 40, altura: 20 }
/** The smallest code for the door that cameras read, in millimetres. */
const QR_MENOR = 12
/** With more, names have no room either. */
const MOST = { colunas: 6, linhas: 15 }
/** How far the whole print may be shifted, in millimetres. */
const AJUSTE_MAX = 10

export type Ajuste = { x: number; y: number }
type Campo = (typeof CAMPOS)[number] | 'dx' | 'dy'
export type ErrosDePapel = Partial<Record<Campo, string>>

/** A measure as Brazilians type it, with comma or point; null for anything else. */
function numberIn(typed: string): number | null {
  const text = typed.replace(/\s*mm$/i, '').trim()
  return /^[-−]?\d{1,4}(?:[.,]\d{1,3})?$/.test(text) ? Number(text.replace('−', '-').replace(',', '.')) : null
}

const shown = (mm: number) => String(Math.round(mm * 100) / 100).replace('.', ',')

/**
 * Reads the chosen paper, and how far the print is shifted to fit the paper in the printer.
 * @param typed the form's fields; those of a custom paper count only for {@link OUTRO}
 */
export function parsePapel(typed: (field: string) => string): {
  papel: PapelDeEtiqueta | null
  ajuste: Ajuste
  erros: ErrosDePapel
} {
  const erros: ErrosDePapel = {}
  const measure = (campo: Campo, isCount = false, empty: string | null = null): number => {
    const text = typed(campo).trim() || empty
    const value = text === null ? null : numberIn(text)
    if (value === null) erros[campo] = text === null ? 'Preencha a medida.' : 'Escreva um número, como 99,5.'
    else if (isCount && !Number.isInteger(value)) erros[campo] = 'Escreva um número inteiro.'
    return value ?? NaN
  }
  const ajuste = { x: measure('dx', false, '0'), y: measure('dy', false, '0') }
  const known: PapelDeEtiqueta | undefined = PAPEIS_DE_ETIQUETA.find(({ id }) => id === typed('papel'))
  const papel = known ?? (typed('papel') === OUTRO ? typedPapel() : PAPEIS_DE_ETIQUETA[0])
  if (Object.keys(erros).length === 0) Object.assign(erros, problemsOf(papel, ajuste))
  return { papel: Object.keys(erros).length === 0 ? papel : null, ajuste, erros }

  function typedPapel(): PapelDeEtiqueta {
    const isAlone = { passoX: typed('colunas').trim() === '1', passoY: typed('linhas').trim() === '1' }
    const medidas = Object.fromEntries(
      CAMPOS.map((campo) => {
        const empty = (campo === 'passoX' || campo === 'passoY') && isAlone[campo] ? '0' : null
        return [campo, measure(campo, campo === 'colunas' || campo === 'linhas', empty)]
      }),
    ) as unknown as Medidas
    // A single column or row has no step.
    if (isAlone.passoX) medidas.passoX = medidas.largura
    if (isAlone.passoY) medidas.passoY = medidas.altura
    return {
      id: OUTRO,
      nome: 'Outro papel',
      folha: typed('folha') === 'carta' ? 'carta' : 'a4',
      ...medidas,
      modelo: modeloFor(medidas),
      fonte: 'Medidas da embalagem.',
      isIncerto: true,
    }
  }
}

/** @returns why a paper has no room for the door's code; null if it has */
export function problemOfQr({ modelo: { qr } }: Pick<PapelDeEtiqueta, 'modelo'>): string | null {
  if (qr >= QR_MENOR) return null
  return `Nesta etiqueta o código em QR teria ${shown(qr)} mm, e com menos de ${QR_MENOR} a porta não o lê: tire o QR.`
}

/** The fields for each direction of a sheet, across and down. */
const EIXOS = [
  { lado: 'largura', margem: 'esquerda', passo: 'passoX', quantas: 'colunas', ajuste: 'x', campo: 'dx' },
  { lado: 'altura', margem: 'topo', passo: 'passoY', quantas: 'linhas', ajuste: 'y', campo: 'dy' },
] as const

function problemsOf(papel: PapelDeEtiqueta, ajuste: Ajuste): ErrosDePapel {
  const folha = FOLHAS[papel.folha]
  const erros: ErrosDePapel = {}
  for (const { lado, margem, passo, quantas } of EIXOS) {
    if (papel[lado] < MENOR[lado]) erros[lado] = `Com menos de ${MENOR[lado]} mm não cabe um nome.`
    if (papel[quantas] < 1 || papel[quantas] > MOST[quantas])
      erros[quantas] = `De 1 a ${MOST[quantas]} ${quantas}.`
    if (papel[margem] < 0) erros[margem] = 'A margem não pode ser negativa.'
    if (papel[quantas] > 1 && papel[passo] < papel[lado])
      erros[passo] =
        `As etiquetas ficariam uma sobre a outra: o passo é de ao menos ${shown(papel[lado])} mm, a ${lado}.`
  }
  if (Object.keys(erros).length > 0) return erros
  const endOf = ({ lado, margem, passo, quantas }: (typeof EIXOS)[number]) =>
    papel[margem] + (papel[quantas] - 1) * papel[passo] + papel[lado]
  for (const eixo of EIXOS) {
    const { lado, quantas } = eixo
    const end = endOf(eixo)
    // A hundredth over comes from rounded measures, not from a wider paper.
    if (end > folha[lado] + 0.01)
      erros[quantas] =
        `Passa da folha ${folha.nome}: ${papel[quantas]} ${quantas} vão até ${shown(end)} mm, e ela tem ${shown(folha[lado])}.`
  }
  if (Object.keys(erros).length > 0) return erros
  for (const eixo of EIXOS) {
    const [before, behind] = [papel[eixo.margem], folha[eixo.lado] - endOf(eixo)]
    if (isOff(ajuste[eixo.ajuste], before, behind))
      erros[eixo.campo] =
        `Assim as etiquetas saem da folha: de ${shown(-roomOf(before))} a ${shown(roomOf(behind))} mm.`
  }
  return erros
}

const roomOf = (mm: number) => Math.max(0, Math.min(mm, AJUSTE_MAX))
const isOff = (pushed: number, before: number, behind: number) =>
  pushed < -roomOf(before) - 0.01 || pushed > roomOf(behind) + 0.01

/** How to fill a label of any size: like the label of ours that has the largest letters when scaled to it. */
function modeloFor({ largura, altura }: Pick<Medidas, 'largura' | 'altura'>): Modelo {
  const [best] = PAPEIS_DE_ETIQUETA.filter(({ modelo }) => modelo.tipo === 'etiqueta')
    .map(({ modelo, ...paper }) => scaled(modelo, Math.min(largura / paper.largura, altura / paper.altura)))
    .sort((a, b) => (b.passos[0] ?? 0) - (a.passos[0] ?? 0))
  return best ?? PAPEIS_DE_ETIQUETA[0].modelo
}

function scaled(modelo: Modelo, by: number): Modelo {
  const { empresa, numero, palavra, recuo, lado, vao, qr } = modelo
  const to = (length: number) => Math.round(length * by * 100) / 100
  return {
    tipo: modelo.tipo,
    passos: modelo.passos.map(to),
    recuo: { x: to(recuo.x), y: to(recuo.y) },
    empresa: to(empresa),
    numero: to(numero),
    palavra: to(palavra),
    lado: to(lado),
    vao: to(vao),
    qr: to(qr),
  }
}

export const perFolha = ({ colunas, linhas }: Pick<PapelDeEtiqueta, 'colunas' | 'linhas'>) => colunas * linhas
