import type { Lida } from '../shown.ts'
import type { Sinal } from './shapes.ts'

/** How a verdict looks, and its words. */
export interface Looks {
  field: string
  sinal: Sinal
  /** The lines of the word. */
  palavra: string[]
  quando: string
  /** At most two sentences. */
  fazer: string
}

/** How times are told, and when the list was renewed. */
export interface Horas {
  horaOf: (em: number) => string
  lista: string
}

/** `porta B · Ana`, as it stands inside a sentence. */
export const porOf = (por: string | null) => (por ?? '').replace(/^Porta\b/, 'porta')

function quandoOf(em: number, por: string | null, { horaOf }: Horas): string {
  const onde = porOf(por)
  return `às ${horaOf(em)}${onde && `, ${onde}`}`
}

/** What was read: the verdict, and the name of who admitted before. */
type Read = Pick<Lida, 'veredito' | 'por'>

export function looksOf({ veredito, por }: Read, horas: Horas): Looks {
  switch (veredito.kind) {
    case 'entrar':
      return { field: 'verde', sinal: 'disco', palavra: ['ENTRAR'], quando: '', fazer: '' }
    case 'ja-entrou':
      return {
        ...{ field: 'ambar', sinal: 'triangulo', palavra: ['JÁ', 'ENTROU'] },
        quando: quandoOf(veredito.em, por, horas),
        fazer: 'Peça um documento. Se não for a mesma pessoa, chame a organização.',
      }
    case 'cancelado':
      return {
        ...{ field: 'vermelho', sinal: 'cruz', palavra: ['CONVITE', 'CANCELADO'], quando: '' },
        fazer: 'Não deixe entrar: leve à organização.',
      }
    case 'fora-da-lista':
      return {
        ...{ field: 'ambar falta', sinal: 'losango', palavra: ['NÃO ESTÁ', 'NA LISTA'] },
        quando: `lista de ${horas.lista}`,
        fazer: `Pode ter se cadastrado depois das ${horas.lista}. Busque pelo nome ou leve à organização.`,
      }
    case 'link-antigo':
      return {
        ...{ field: 'ambar', sinal: 'cartao', palavra: ['LINK', 'ANTIGO'], quando: 'CONFIRA O NOME' },
        fazer: 'O link foi trocado. Peça um documento; se o nome for outro, leve à organização.',
      }
    default:
      return veredito satisfies never
  }
}

/**
 * The same in a rehearsal: one field for all, hollow shapes, and the conditional, so that nobody takes it for real. It
 * tells which colour to expect.
 */
export function looksOfEnsaio({ veredito, por }: Read, horas: Horas): Looks {
  const field = 'de-ensaio'
  switch (veredito.kind) {
    case 'entrar':
      return {
        ...{ field, sinal: 'disco-vazio', palavra: ['ENTRARIA'], quando: '' },
        fazer: 'Na festa, esta tela seria verde.',
      }
    case 'ja-entrou':
      return {
        ...{ field, sinal: 'triangulo-vazio', palavra: ['JÁ TERIA', 'ENTRADO'] },
        quando: quandoOf(veredito.em, por, horas),
        fazer: 'Seria amarela: peça um documento. Se não for a mesma pessoa, chame a organização.',
      }
    case 'cancelado':
      return {
        ...{ field, sinal: 'cruz-vazia', palavra: ['ESTARIA', 'CANCELADO'], quando: '' },
        fazer: 'Seria vermelha: leve à organização.',
      }
    case 'fora-da-lista':
      return {
        ...{ field, sinal: 'losango-vazio', palavra: ['NÃO ESTARIA', 'NA LISTA'], quando: '' },
        fazer: 'Seria amarela: busque pelo nome ou leve à organização.',
      }
    case 'link-antigo':
      return {
        ...{ field, sinal: 'cartao-vazio', palavra: ['SERIA LINK', 'ANTIGO'], quando: 'CONFIRA O NOME' },
        fazer: 'Seria amarela: peça um documento. Se o nome for outro, leve à organização.',
      }
    default:
      return veredito satisfies never
  }
}
