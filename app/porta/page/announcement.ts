import type { Veredito } from '../../../server/domain/veredito.ts'
import type { Lida } from '../shown.ts'
import { looksOf, looksOfEnsaio, type Horas, type Looks } from './looks.ts'

/** What a verdict says, to be shown, heard and felt. */
export interface Dito extends Looks {
  kind: Veredito['kind']
  /** Of a rehearsal: everything it says is in the conditional. */
  isEnsaio: boolean
  nome: string
  mesa: string
  /** The code that was typed, of somebody the list does not know. */
  lido: string
  /** `ENTRAR, às 19:16` */
  resumo: string
  /** The admissions DESFAZER takes back. */
  admitidas: string[]
}

/** What the button behind amber and red says, and what is said once it was pressed. */
export function anywayOf(isEnsaio: boolean): { botao: string; feito: (hora: string) => string } {
  return isEnsaio
    ? {
        botao: 'ENTRARIA MESMO ASSIM',
        feito: (hora) => `Entraria mesmo assim, às ${hora}: ficaria anotado.`,
      }
    : { botao: 'ENTROU MESMO ASSIM', feito: (hora) => `Entrou mesmo assim, às ${hora}: está anotado.` }
}

/** What is said of one reading. */
export function ditoOf(lida: Lida, horas: Horas): Dito {
  const { veredito, convidado, anotado, modo, isAdmitida, entradaid, isEnsaio } = lida
  const looks = (isEnsaio ? looksOfEnsaio : looksOf)(lida, horas)
  const hora = horas.horaOf(lida.em)
  const anyway = isAdmitida && veredito.kind !== 'entrar' ? anywayOf(isEnsaio) : null
  return {
    ...looks,
    kind: veredito.kind,
    isEnsaio,
    nome: convidado?.nome ?? (modo === 'busca' ? (anotado ?? '') : ''),
    mesa: convidado?.mesa ?? '',
    lido: modo === 'codigo' ? (anotado ?? '') : '',
    fazer: anyway?.feito(hora) ?? looks.fazer,
    resumo: `${anyway?.botao ?? looks.palavra.join(' ')}, às ${hora}`,
    admitidas: isAdmitida ? [entradaid] : [],
  }
}

/** What is said of several guests of a table admitted at once; null for none. */
export function ditoOfMany(lidas: Lida[], horas: Horas): Dito | null {
  const inside = lidas.filter(({ isAdmitida }) => isAdmitida)
  const others = lidas.filter(({ isAdmitida }) => !isAdmitida)
  const first = inside[0] ?? others[0]
  if (!first) return null
  if (lidas.length === 1 || inside.length === 0) return ditoOf(first, horas)
  const names = others.map(({ convidado }) => convidado?.nome ?? '').join(', ')
  return {
    ...ditoOf(first, horas),
    nome: inside.length === 1 ? (first.convidado?.nome ?? '') : `${inside.length} pessoas`,
    fazer: names && `Sem entrada agora: ${names}. Busque pelo nome.`,
    admitidas: inside.map(({ entradaid }) => entradaid),
  }
}
