import type { Reading } from '../shown.ts'
import type { Shape } from './shapes.ts'

/** How a verdict looks, and its words. */
export interface Looks {
  field: string
  shape: Shape
  /** The lines of the word. */
  headline: string[]
  when: string
  /** At most two sentences. */
  advice: string
}

/** How times are told, and when the list was renewed. */
export interface Times {
  clockTimeOf: (em: number) => string
  listTime: string
}

/** `porta B · Ana`, as it stands inside a sentence. */
export const byOf = (by: string | null) => (by ?? '').replace(/^Porta\b/, 'porta')

function whenOf(em: number, by: string | null, { clockTimeOf }: Times): string {
  const where = byOf(by)
  return `às ${clockTimeOf(em)}${where && `, ${where}`}`
}

/** What was read: the verdict, and the name of who admitted before. */
type Read = Pick<Reading, 'veredito' | 'by'>

export function looksOf({ veredito, by }: Read, times: Times): Looks {
  switch (veredito.kind) {
    case 'entrar':
      return { field: 'verde', shape: 'disc', headline: ['ENTRAR'], when: '', advice: '' }
    case 'ja-entrou':
      return {
        ...{ field: 'ambar', shape: 'triangle', headline: ['JÁ', 'ENTROU'] },
        when: whenOf(veredito.em, by, times),
        advice: 'Peça um documento. Se não for a mesma pessoa, chame a organização.',
      }
    case 'cancelado':
      return {
        ...{ field: 'vermelho', shape: 'cross', headline: ['CONVITE', 'CANCELADO'], when: '' },
        advice: 'Não deixe entrar: leve à organização.',
      }
    case 'fora-da-lista':
      return {
        ...{ field: 'ambar falta', shape: 'diamond', headline: ['NÃO ESTÁ', 'NA LISTA'] },
        when: `lista de ${times.listTime}`,
        advice: `Pode ter se cadastrado depois das ${times.listTime}. Busque pelo nome ou leve à organização.`,
      }
    case 'link-antigo':
      return {
        ...{ field: 'ambar', shape: 'card', headline: ['LINK', 'ANTIGO'], when: 'CONFIRA O NOME' },
        advice: 'O link foi trocado. Peça um documento; se o nome for outro, leve à organização.',
      }
    default:
      return veredito satisfies never
  }
}

/**
 * The same in a rehearsal: one field for all, hollow shapes, and the conditional, so that nobody takes it for real. It
 * tells which colour to expect.
 */
export function looksOfEnsaio({ veredito, by }: Read, times: Times): Looks {
  const field = 'de-ensaio'
  switch (veredito.kind) {
    case 'entrar':
      return {
        ...{ field, shape: 'hollow-disc', headline: ['ENTRARIA'], when: '' },
        advice: 'Na festa, esta tela seria verde.',
      }
    case 'ja-entrou':
      return {
        ...{ field, shape: 'hollow-triangle', headline: ['JÁ TERIA', 'ENTRADO'] },
        when: whenOf(veredito.em, by, times),
        advice: 'Seria amarela: peça um documento. Se não for a mesma pessoa, chame a organização.',
      }
    case 'cancelado':
      return {
        ...{ field, shape: 'hollow-cross', headline: ['ESTARIA', 'CANCELADO'], when: '' },
        advice: 'Seria vermelha: leve à organização.',
      }
    case 'fora-da-lista':
      return {
        ...{ field, shape: 'hollow-diamond', headline: ['NÃO ESTARIA', 'NA LISTA'], when: '' },
        advice: 'Seria amarela: busque pelo nome ou leve à organização.',
      }
    case 'link-antigo':
      return {
        ...{ field, shape: 'hollow-card', headline: ['SERIA LINK', 'ANTIGO'], when: 'CONFIRA O NOME' },
        advice: 'Seria amarela: peça um documento. Se o nome for outro, leve à organização.',
      }
    default:
      return veredito satisfies never
  }
}
