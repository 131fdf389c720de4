import { Outcome } from '~/shared/field'
import { atMoment } from '~/shared/event-clock'
import { useIsOver } from '~/shared/page'
import { FoldedAct } from './painel.tsx'

/** What was done to a guest, by its name in `?feito=`: nothing else from an address is ever shown. */
const DONE = {
  cadastrado: 'o convidado foi cadastrado.',
  corrigido: 'os dados foram corrigidos.',
  confirmado: 'o convidado está confirmado de novo, sem empresa.',
  'confirmado-com': 'o convidado está confirmado de novo, com um convite da empresa.',
  mudou: 'a empresa do convite foi mudada.',
  'ficou-sem': 'o convidado ficou sem empresa.',
  admitido: 'a entrada foi registrada.',
  anulada: 'a entrada não conta mais. Ela continua no histórico.',
  renovado: 'a credencial tem outro link e outro código. Envie o novo link.',
  liberado: 'o lugar que estava guardado voltou para a empresa.',
  devolvido: 'o convidado foi excluído, e o convite voltou para a empresa.',
  excluido: 'o convidado foi excluído.',
  juntou: 'os dois cadastros agora são um só.',
  separou: 'são pessoas diferentes. Este par não aparece mais.',
} as const

const WARNINGS = {
  sumiu: 'este cadastro não existe mais: foi excluído, ou juntado a outro.',
  juntado: 'o cadastro de antes foi juntado a este, e nada foi feito. Confira, e faça aqui.',
  'ja-era': 'o convite já está assim.',
  'ja-livre': 'este lugar não estava mais guardado. Nada mudou.',
  'falta-link': 'diga de quem é o outro link. Nada mudou.',
  'mudou-agora': 'um dos dois cadastros foi corrigido há pouco. Confira de novo. Nada mudou.',
  'outro-dono': 'um terceiro cadastro já tem este nome e este WhatsApp. Compare com ele antes. Nada mudou.',
  resolvido: 'este par já foi resolvido por outra pessoa.',
  'sem-link': 'este cadastro veio de outro sistema, e o link dele não pode ser trocado.',
} as const

export type Nome = keyof typeof DONE | keyof typeof WARNINGS

/** The message a page opens with after an act; nothing for an unknown name. */
export function ConvidadoDone({ nome }: { nome: string | null }) {
  return <Outcome nome={nome} done={DONE} warnings={WARNINGS} />
}

/** A guest's state, as far as the door knows. */
export interface Whereabouts {
  /** `19h24`; null while outside. */
  dentro: string | null
  /** `Desistiu em 15/9, 19h18`; null for a guest who did not withdraw. */
  retirada: string | null
}

/**
 * Whether a guest is inside, and since when: `Dentro, 19h24`; after the event, `Entrou, 19h24`. Someone who
 * withdrew but came counts as inside.
 */
export function WhereaboutsTold({ dentro, retirada }: Whereabouts) {
  const isOver = useIsOver()
  if (dentro !== null)
    return <span className="estado dentro">{`${isOver ? 'Entrou' : 'Dentro'}, ${dentro}`}</span>
  if (retirada !== null) return <span className="estado fim">{retirada}</span>
  return <span className="estado ligado">Confirmou</span>
}

/** The address of a guest on the board. Ids from other products may contain anything. */
export function convidadoHref(credencialid: string, page: '' | '/corrigir' | '/empresa' = ''): string {
  return `/painel/convidados/${encodeURIComponent(credencialid)}${page}`
}

export const empresaHref = (empresaid: string, page: '' | '/dados' = '') =>
  `/painel/empresas/${encodeURIComponent(empresaid)}${page}`

interface BackProps {
  empresa: { empresaid: string; nome: string } | null
  href: string
  nome: string
}

/** Leads back to a company's page, or without one to another page of the board. */
export const Back = ({ empresa, href, nome }: BackProps) =>
  empresa ? <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a> : <a href={href}>{nome}</a>

/** The page of an invitation, and of those made with it after it. */
export const planilhaHref = (planilhaid: string) => `/painel/planilhas/${encodeURIComponent(planilhaid)}`

export const conviteHref = (codigo: string, more: Record<string, string> = {}) =>
  `/painel/convidados/convites?${new URLSearchParams({ primeiro: codigo, ...more }).toString()}`

/** Where invitations are made, with a company chosen; the house for null. */
export const convidarHref = (empresaid: string | null) =>
  `/painel/convidados/convidar${empresaid ? `?${new URLSearchParams({ empresa: empresaid }).toString()}` : ''}`

export function repetidosHref(um: string, outro: string): string {
  return `/painel/repetidos?${new URLSearchParams({ um, outro }).toString()}`
}

/** Takes an admission out of the count. `entradaid`: a UUID made for this page. */
export function AnnulForm({ anula, hora, entradaid }: Record<'anula' | 'hora' | 'entradaid', string>) {
  return (
    <FoldedAct
      title="Anular"
      told={`A entrada registrada ${atMoment(hora)} deixa de contar. Ela continua no histórico.`}
      fields={{ entradaid, anula }}
      ato="anular"
      button="Anular entrada"
    />
  )
}

/** An address as a link, and its text without the protocol. */
export const shownLink = (href: string) => ({ href, text: href.replace(/^https?:\/\//, '') })
